import re
from typing import Any

from django.core.files.base import ContentFile, File
from servestatic.storage import CompressedManifestStaticFilesStorage

# Whole lines only: what looks like a comment within a line may be part of an address or of a pattern.
_SCRIPT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_STYLE = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/")


def without_comments(name: str, text: str) -> str:
    """A script or a stylesheet of ours as it is sent: reasons are for whoever reads the source."""
    if "vendor/" in name:
        return text  # licences are comments too
    if name.endswith(".js") and (name.startswith("games/") or "/" not in name):
        return _SCRIPT.sub("", text)
    if name.startswith("azi.") and name.endswith(".css"):  # with its hash or without
        return _STYLE.sub("", text)
    return text


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashed names, also for what JavaScript modules import from one another; and no comments."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # a pass takes a hash one import further; Django's five are too few for our modules

    def _save(self, name: str, content: "File[Any]") -> str:
        if name.endswith((".js", ".css")):
            content.seek(0)  # its hash may have been taken
            text = content.read()
            text = text.decode() if isinstance(text, bytes) else text
            content = ContentFile(without_comments(name, text).encode())
        saved: str = super()._save(name, content)
        return saved
