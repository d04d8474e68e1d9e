from __future__ import annotations

import json

from api_examples import STORED, examples
from playfunc_web.api.page import methods_of
from playfunc_web.ladder_app import ladder_app
from playfunc_web.site import Site
from web_site import browser


def test_the_page_shows_every_method_with_an_example(site: Site) -> None:
    methods = methods_of(ladder_app(site).openapi())
    page = browser(site, "ada").get("/api").text
    assert len(methods) >= 15
    for method in methods:
        assert f"<code>{method.verb} {method.path}</code>" in page
        assert method.command, f"{method.verb} {method.path}: run tests/helpers/api_examples.py"
        assert method.answer, method.path


def test_every_example_is_what_a_site_answers(site: Site) -> None:
    assert json.loads(STORED.read_text("utf-8")) == examples(site), "run tests/helpers/api_examples.py"
