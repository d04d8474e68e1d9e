from __future__ import annotations

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.http.frame import create_app
from playfunc_web.site import Site

router = APIRouter()


@router.get("/{place}/problem")
def problem(place: str) -> None:
    raise ProblemError(409, "Taken <b>", "Choose another <script>.", headers=(("Retry-After", "9"),))


@router.get("/{place}/storage")
def storage(place: str) -> None:
    raise StorageError("disk /dev/secret is full")


@router.get("/{place}/broken")
def broken(place: str) -> None:
    raise ValueError("secret detail")


@router.get("/{place}/number/{number}")
def number(place: str, number: int) -> None:
    return None


@pytest.fixture
def client(site: Site) -> TestClient:
    router_ = APIRouter()
    router_.include_router(router, prefix="/api")
    router_.include_router(router)
    return TestClient(create_app(site, (router_,)), raise_server_exceptions=False)


@pytest.mark.parametrize(
    ("address", "status", "title"),
    [
        ("problem", 409, "Taken <b>"),
        ("storage", 503, "Storage is unavailable"),
        ("broken", 500, "Broken, ours"),
        ("number/x", 422, "This request does not fit"),
        ("none", 404, "Not Found"),
    ],
)
def test_programs_get_an_object_and_people_a_page_with_the_same_words(
    client: TestClient, address: str, status: int, title: str
) -> None:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"] == title
    assert answer.json()["status"] == status
    page = client.get(f"/pages/{address}")
    assert page.status_code == status
    assert "<h1>" in page.text
    assert "<b>" not in page.text
    assert "<script>" not in page.text
    assert "secret" not in answer.text + page.text


def test_a_problem_keeps_its_headers(client: TestClient) -> None:
    assert client.get("/x/problem").headers["retry-after"] == "9"


def test_every_page_says_that_storage_fails_for_a_while(client: TestClient) -> None:
    assert "Uploads are not accepted" not in client.get("/x/problem").text
    client.get("/x/storage")
    assert "Uploads are not accepted" in client.get("/x/problem").text
