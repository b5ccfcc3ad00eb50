"""Builds the package, by PEP 517, with the standard library alone: where no registry is in reach there is no other
backend. One package without dependencies or compiled parts is little work, and two builds give the same bytes."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import tarfile
import zipfile
from typing import Any, Dict, List, Optional, Tuple

try:
    import tomllib
except ImportError:  # Python 3.10; pyproject.toml asks for it there.
    import tomli as tomllib  # type: ignore[import-not-found,no-redef]

_HERE = os.path.dirname(os.path.abspath(__file__))
_TIME = (2026, 1, 1, 0, 0, 0)


def build_wheel(
    wheel_directory: str, config_settings: Optional[Dict[str, Any]] = None, metadata_directory: Optional[str] = None
) -> str:
    project = _project()
    name = f"{project['name'].replace('-', '_')}-{project['version']}"
    files = _sources()
    files += [
        (f"{name}.dist-info/METADATA", _metadata(project)),
        (f"{name}.dist-info/WHEEL", b"Wheel-Version: 1.0\nGenerator: build_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    ]
    licence = os.path.join(_HERE, "..", "..", "LICENSE")
    if os.path.exists(licence):
        files.append((f"{name}.dist-info/licenses/LICENSE", _read(licence)))
    record = f"{name}.dist-info/RECORD"
    lines = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in files]
    files.append((record, "\n".join([*lines, f"{record},,", ""]).encode()))
    wheel = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(path, _TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    project = _project()
    name = f"{project['name'].replace('-', '_')}-{project['version']}"
    files = [(f"src/{path}", content) for path, content in _sources()]
    files += [(own, _read(os.path.join(_HERE, own))) for own in ("README.md", "build_wheel.py", "pyproject.toml")]
    files.append(("PKG-INFO", _metadata(project)))
    sdist = f"{name}.tar.gz"
    with tarfile.open(os.path.join(sdist_directory, sdist), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, content in files:
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return sdist


def _project() -> Dict[str, Any]:
    project: Dict[str, Any] = tomllib.loads(_read(os.path.join(_HERE, "pyproject.toml")).decode())["project"]
    return project


def _sources() -> List[Tuple[str, bytes]]:
    root = os.path.join(_HERE, "src")
    found: List[Tuple[str, bytes]] = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders if each != "__pycache__" and not each.endswith(".egg-info"))
        for name in sorted(names):
            path = os.path.join(folder, name)
            found.append((os.path.relpath(path, root).replace(os.sep, "/"), _read(path)))
    return found


def _metadata(project: Dict[str, Any]) -> bytes:
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        f"Keywords: {','.join(project['keywords'])}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Classifier: {each}" for each in project["classifiers"]),
        "Description-Content-Type: text/markdown",
        "",
    ]
    # Links of the repository lead nowhere from a registry's page.
    readme = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", _read(os.path.join(_HERE, project["readme"])).decode())
    return ("\n".join(lines) + "\n" + readme).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
