"""How Sphinx builds these pages into a site: `make site`."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for site_parts
sys.modules["numba"] = None  # compiled functions hide their signatures; plain ones show them

project = "playfunc"
author = "The playfunc authors"
project_copyright = author
release = version = installed(project)
language = "en"
smartquotes = False  # "--series" stays as it is typed

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design", "site_parts"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["deploy", "site_parts"]
suppress_warnings = ["config.cache"]  # not a warning about a page

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
copybutton_exclude = ".linenos, .gp, .go"
copybutton_prompt_text = "$ "

default_role = "py:obj"  # docstrings set names between single backticks
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}
toc_object_entries_show_parents = "hide"

html_domain_indices = False  # the general index has the modules too
html_theme = "pydata_sphinx_theme"
html_title = "playfunc"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_context = {"default_mode": "auto"}
html_copy_source = False
html_show_sourcelink = False
html_sidebars = {"index": [], "genindex": [], "search": []}
html_theme_options = {
    "logo": {"text": "playfunc"},
    "navbar_align": "left",
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "footer_start": ["copyright"],
    "footer_end": ["sphinx-version"],
}
