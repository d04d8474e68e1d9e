# Two commands: `make demo` and `make test`, each from a bare clone with Python 3.11 or later and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
MEASURED = $(BIN)/python .ci/measured.py $@

.PHONY: demo test test-browser test-matrix test-week test-install test-long test-hostile fuzz bench lab dist check clean golden

demo: $(READY)
	$(BIN)/playfunc demo

test: check
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile \
		--then $(BIN)/pytest -p no:xdist --nbval-lax --nbval-cell-timeout=120 course/source

# Pages, pictures and notebooks as Debian's Chromium shows them; part of continuous integration.
test-browser: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m 'browser and not week and not hostile and not long'

# An instructor's whole week with a class of sixty, every command on every assignment, and the demo class; part of
# continuous integration.
test-week: $(READY)
	@$(MEASURED) $(BIN)/pytest -n 2 --dist loadfile -m 'week and not matrix and not long'

# The wheel as a student gets it; needs the package index.
test-install: $(READY)
	@$(MEASURED) $(BIN)/pytest -m install tests/install

# Every command on every assignment in all tiers; `make test-week` has the best tier alone.
test-matrix: $(READY)
	@$(MEASURED) $(BIN)/pytest -m 'not long' tests/assignments

# Minutes to hours: kills at every write, large classes, every player of the demo classes.
test-long: $(READY)
	@$(MEASURED) $(BIN)/pytest -m long tests

# Every attack in tests/hostile, in every tier that this machine has, as this user and as an ordinary one.
test-hostile: $(READY)
	@$(MEASURED) $(BIN)/pytest -m '' tests/hostile

# Speed beside references, best on a quiet machine; OpenSpiel's needs: .venv/bin/pip install open_spiel
bench: $(READY)
	$(BIN)/python -m benchmarks

# Random bytes and frames against the marker's side of the wire, from another seed in every run.
fuzz: $(READY)
	PLAYFUNC_EXAMPLES=new PLAYFUNC_FUZZ_EXAMPLES=$${EXAMPLES:-20000} $(BIN)/pytest tests/autograder/sandbox/test_fuzz.py

# After a change of rules, opponents or checks that is meant to move marks: make golden WHY="…"
golden: $(READY)
	$(BIN)/python tests/golden/marks.py "$(WHY)"

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# What is given away: wheel, source archive and the instructor's archive (the wheel, assignments with solutions, the
# demo class, docs). The wheel is built from the source archive, so both are complete. Needs the package index.
dist: $(READY)
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist
	$(BIN)/python -m playfunc_classroom.archive

lab: $(READY)
	$(BIN)/playfunc lab course

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("playfunc needs Python 3.11 or later, found " + sys.version.split()[0] + "; name another with: make PYTHON=python3.12") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[grader]' --group dev
	touch $(READY)

clean:
	rm -rf $(VENV) demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
