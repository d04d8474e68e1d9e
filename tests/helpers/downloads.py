"""Downloads as a learning platform makes them."""

import io
import zipfile


def zipped(files):
    """A zip of these files, name → content, as bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def download(tmp_path, files, name="submissions.zip"):
    """A downloaded zip of these files; its path."""
    path = tmp_path / name
    path.write_bytes(zipped(files))
    return path
