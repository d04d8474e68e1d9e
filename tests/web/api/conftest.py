import pytest
from playfunc_web.site import Site
from private_run import small_run


@pytest.fixture
def codes(site: Site) -> dict[str, str]:
    """A complete run of ada, bob and eve, and their codes."""
    return small_run(site)
