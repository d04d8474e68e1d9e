"""The OpenAPI description, held against the site by requests that schemathesis makes up from it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
import schemathesis
from api_examples import STORED
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playfunc_web.ladder_app import ladder_app
from playfunc_web.site import Site
from private_run import LADDER, small_run
from schemathesis import GenerationMode
from web_site import browser, open_test_site, token_of

LIMITS = "[limits]\nadmitted_a_day = 100000\nwaiting_an_entrant = 100000\n"
"""So that made-up uploads are not told to wait."""


CONFIG = """
[generation]
with-security-parameters = false
[[operations]]
include-name = "POST /api/v1/ladders/{ladder}/versions"
checks.positive_data_acceptance.expected-statuses = ["2xx", 404, 409, 413, 415, 422, 429]
"""
"""A description cannot say how names of players' files end, nor that a file is not empty. All checks are on."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    opened = open_test_site(tmp_path_factory.mktemp("schema"), LIMITS)
    yield opened
    opened.database.close()


@pytest.fixture(scope="module")
def there(served: Site) -> dict[str, object]:
    """Values of parameters for which there is an answer."""
    codes = small_run(served)
    return {"ladder": LADDER, "number": 1, "code": codes["ada"], "against": codes["bob"]}


@pytest.fixture(scope="module")
def described(served: Site) -> schemathesis.BaseSchema:
    config = schemathesis.Config.from_str(CONFIG)
    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", ladder_app(served), config=config)


@pytest.fixture(scope="module")
def token(served: Site, there: dict[str, object]) -> str:
    return token_of(served, "ada")


METHODS = list(json.loads(STORED.read_text("utf-8")))
ASKED = [
    (method, mode)
    for method in METHODS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE
    or method != "GET /api/v1/ladders"  # it takes nothing that could be wrong
]


@pytest.mark.parametrize(("method", "mode"), ASKED)
def test_every_answer_is_as_described(
    described: schemathesis.BaseSchema,
    token: str,
    there: dict[str, object],
    method: str,
    mode: GenerationMode,
) -> None:
    verb, _, path = method.partition(" ")

    @given(case=described[path][verb].as_strategy(generation_mode=mode), real=st.booleans())
    @settings(max_examples=12, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    def answers(case: schemathesis.Case, real: bool) -> None:
        if real and mode is GenerationMode.POSITIVE:
            case.path_parameters.update({key: there[key] for key in case.path_parameters})
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"})

    answers()


def test_the_description_lists_the_api_alone(site: Site) -> None:
    told = browser(site).get("/api/v1/openapi.json").json()
    assert told["paths"]
    assert all(path.startswith("/api/v1/") for path in told["paths"])


def test_every_method_says_what_it_does_how_to_identify_and_how_it_fails(site: Site) -> None:
    for path, methods in ladder_app(site).openapi()["paths"].items():
        for method, told in methods.items():
            assert told["description"], (method, path)
            assert told["security"] == [{"HTTPBearer": []}], (method, path)
            assert {"401", "422"} <= set(told["responses"]), (method, path)
            for status, response in told["responses"].items():
                assert ("application/problem+json" in response["content"]) == (status >= "400"), (
                    method,
                    path,
                )
