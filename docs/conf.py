"""The site: `sphinx-build -W -b html docs site`, with what `pip install '.[docs]'` brings."""

from __future__ import annotations

import solver

project = "openhand"
author = "openhand contributors"
version = release = solver.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
default_role = "code"  # docstrings mark code with single backticks
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!solver\.(Position|Limits|Solution|Analysis)$).*")]  # others' types

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_preserve_defaults = True

html_theme = "furo"
html_title = "openhand"
html_show_sphinx = False
html_copy_source = False
pygments_style = "friendly"

man_pages = [("reference/command-line", "openhand", "card games with all hands open", author, 1)]
