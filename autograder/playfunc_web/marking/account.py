"""One's own account on the marking site: the password, and nothing else."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from playfunc_web.accounts.passwords import LEAST_CHARACTERS
from playfunc_web.database.tables import Account
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Member

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/account")
def account_page(request: Request, site: Here, viewer: Member) -> Response:
    with site.database.reading() as session:
        account = session.get_one(Account, viewer.account_id)
    return render(request, "marking_account.html", {"account": account, "least": LEAST_CHARACTERS})
