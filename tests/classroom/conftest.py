import pytest


@pytest.fixture(scope="module", autouse=True)
def marks_ask_few_questions(request: pytest.FixtureRequest) -> None:
    """In every mark of a class, unless the module says `ASKS_ALL`, as those do that compare processes."""
    if not hasattr(request.module, "ASKS_ALL"):
        request.getfixturevalue("few_questions")
