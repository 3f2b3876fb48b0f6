"""A plug-in of ocrmypdf: recognition sees each page in shades of grey (ocr_filter gray). The page itself stays unchanged."""

from ocrmypdf import hookimpl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from PIL.Image import Image


@hookimpl
def filter_ocr_image(page: object, image: "Image") -> "Image":  # noqa: ARG001 - pluggy passes arguments by their names
    return image.convert("L")
