"""A page about each method, with an example that was really run, and the order in which a bot calls them."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from playfunc_web.http.render import render
from playfunc_web.http.viewer import Anyone
from playfunc_web.skullwhist.described import DESCRIBED, examples, said_here
from playfunc_web.skullwhist.kits import ZIP_NAME, kits_zip
from playfunc_web.skullwhist.stats.here import InHall

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/api/")
def methods_page(request: Request, viewer: Anyone) -> Response:
    return render(request, "methods.html", {"methods": DESCRIBED, "kits": ZIP_NAME})


@router.get("/api/{name}/")
def method_page(request: Request, viewer: Anyone, hall: InHall, name: str) -> Response:
    if name not in DESCRIBED:
        raise HTTPException(404)
    here = said_here(name, open_registration=hall.open_registration, house_after=hall.house.after)
    context = {"name": name, "method": DESCRIBED[name], "here": here, "example": examples()[name]}
    return render(request, "method.html", context)


@router.get(f"/{ZIP_NAME}")
def kits(viewer: Anyone) -> Response:
    """A client in each of seven languages, to download."""
    headers = {"content-disposition": f'attachment; filename="{ZIP_NAME}"'}
    return Response(kits_zip(), media_type="application/zip", headers=headers)
