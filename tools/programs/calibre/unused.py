"""Keeps files that no page refers to and calibre would remove although the book needs them: fallbacks, and files loaded by scripts."""

from calibre.ebooks.oeb.transforms import trimmanifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Rewritten, changed when written, or useless once calibre renames and splits documents: pages, contents, styles, overlays.
_NEVER_KEPT = frozenset(
    """application/xhtml+xml text/html text/plain text/x-oeb1-document application/x-dtbncx+xml application/smil+xml text/css
    application/oebps-page-map+xml application/vnd.adobe-page-template+xml application/vnd.adobe.page-template+xml""".split()
)
_SMIL = "application/smil+xml"
_SCRIPTS = ("javascript", "ecmascript")


def keep_needed(has_scripts: bool) -> None:
    """Call before calibre converts a book, in a process that runs it only once. has_scripts: the result may have scripts, so files that the
    book's scripts may load are kept.
    """
    trim = trimmanifest.ManifestTrimmer.__call__

    def without_loss(self: "Any", oeb: "Any", context: "Any") -> None:
        unused: list[Any] = []
        # What calibre treats as unused is examined first.
        oeb.manifest.remove = unused.append
        try:
            trim(self, oeb, context)
        finally:
            del oeb.manifest.remove
        needed = _needed(oeb.manifest, unused, has_scripts)
        for item in unused:
            if item not in needed:
                oeb.manifest.remove(item)

    trimmanifest.ManifestTrimmer.__call__ = without_loss


def _needed(manifest: "Any", unused: "list[Any]", has_scripts: bool) -> "set[Any]":
    used = [item for item in manifest if item not in unused]
    needed: set[Any] = set()
    for each in used:
        item = manifest.ids.get(each.fallback)
        while item is not None and item not in needed and item in unused:
            needed.add(item)
            item = manifest.ids.get(item.fallback)
    if has_scripts and any(_runs(item) for item in used):
        read_aloud = {href for item in unused if item.media_type == _SMIL for href in _named_by(item)}
        needed.update(item for item in unused if item.media_type not in _NEVER_KEPT and item.href not in read_aloud)
    return needed


def _named_by(overlay: "Any") -> "set[str]":
    if not hasattr(overlay.data, "iter"):
        return set()
    return {overlay.abshref(each.get("src")) for each in overlay.data.iter() if each.get("src")}


def _runs(item: "Any") -> bool:
    if item.media_type.endswith(_SCRIPTS):
        return True
    # Other files, such as pictures, would be read into memory.
    if not item.media_type.endswith(("html", "+xml")) or not hasattr(item.data, "iter"):
        return False
    return any(str(each.tag).endswith("}script") for each in item.data.iter())
