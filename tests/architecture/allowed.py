"""A contract type for import-linter: some modules may import only what an allow-list names.

import-linter ships deny-lists ("forbidden"), which a new module or a new library slips past. An allow-list
refuses whatever nobody has thought of:

    [tool.importlinter]
    contract_types = ["allowed: tests.architecture.allowed.AllowedContract"]

    [[tool.importlinter.contracts]]
    name = "The worker imports the standard library, msgspec and playfunc"
    type = "allowed"
    source_modules = ["playfunc_autograder.sandbox.worker"]
    allowed_modules = ["msgspec", "playfunc"]
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.domain.contract import InvalidContractOptions


class Offence(NamedTuple):
    """An import that the allow-list does not name."""

    importer: str
    lines: tuple[int, ...]
    imported: str

    def __str__(self) -> str:
        word = "line" if len(self.lines) == 1 else "lines"
        return f"{self.importer}, {word} {', '.join(map(str, self.lines))}: imports {self.imported}"


class AllowedContract(Contract):
    """Source modules and their descendants may import each its own package and what is allowed, nothing else.

    Imports count wherever they stand: at the top of a module, in a function, or for type checking alone. Only
    direct imports count, so whatever an allowed module imports needs a contract of its own.
    """

    # import-linter replaces each field by the value in the configuration, hence `Any`.
    source_modules: Any = fields.ListField(subfield=fields.StringField())
    """Modules and packages of ours, by dotted name; a package stands for all its modules."""

    allowed_modules: Any = fields.ListField(subfield=fields.StringField())
    """Modules of ours by dotted name, with all their descendants, and other distributions by top-level name."""

    standard_library: Any = fields.BooleanField(default=True)
    """Whether the standard library is allowed too."""

    def validate(self) -> None:
        """Refuse settings under which the contract would see less than it promises."""
        errors: dict[str, str] = {}
        if str(self.session_options.get("include_external_packages")).lower() != "true":
            errors["include_external_packages"] = (
                "An allow-list needs include_external_packages = true: imports of other distributions are not "
                "seen otherwise."
            )
        ours = self.session_options["root_packages"]
        deep = [name for name in self.allowed_modules if "." in name and name.split(".")[0] not in ours]
        if deep:
            errors["allowed_modules"] = (
                f"Expected top-level names of other distributions, got {', '.join(deep)}: import-linter sees "
                f"only {', '.join(name.split('.')[0] for name in deep)}. Allow that, or nothing of it."
            )
        if errors:
            raise InvalidContractOptions(errors)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Compare every direct import of every source module with the allow-list."""
        offences: list[Offence] = []
        for source in self.source_modules:
            if source not in graph.modules:
                raise ValueError(
                    f"source_modules names {source}, but there is no such module. Correct its name."
                )
            output.verbose_print(verbose, f"Comparing the imports of {source} with what it may import...")
            for importer in sorted({source} | graph.find_descendants(source)):
                offences += [
                    Offence(importer, _lines(graph, importer, imported), imported)
                    for imported in sorted(graph.find_modules_directly_imported_by(importer))
                    if not self._may_import(source, imported)
                ]
        return ContractCheck(kept=not offences, metadata={"offences": offences})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Name each import, what is allowed, and what to do."""
        for offence in check.metadata["offences"]:
            output.print_error(str(offence))
        names = [*self.allowed_modules, *(["the standard library"] if self.standard_library else [])]
        output.new_line()
        output.print_error(f"Allowed beside its own package: {', '.join(names) or 'nothing'}.")
        output.print_error(
            f"Move the import to a module outside {', '.join(self.source_modules)}, or add what it imports to "
            f'allowed_modules of the contract "{self.name}".'
        )
        output.new_line()

    def _may_import(self, source: str, imported: str) -> bool:
        if any(_is_within(imported, name) for name in (source, *self.allowed_modules)):
            return True
        return bool(self.standard_library) and imported.split(".")[0] in sys.stdlib_module_names


def _is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _lines(graph: ImportGraph, importer: str, imported: str) -> tuple[int, ...]:
    details = graph.get_import_details(importer=importer, imported=imported)
    return tuple(sorted({detail["line_number"] for detail in details}))
