import pytest


@pytest.fixture(scope="module", autouse=True)
def marks_ask_few_questions(few_questions: None) -> None:
    """In every mark of a class."""
