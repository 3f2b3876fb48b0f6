"""What a spreadsheet or a presentation hides. LibreOffice leaves it out of pages and HTML, but not out of csv."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Ranges = list[tuple[int, int]]


def sheets_of(document: "Any") -> "list[dict[str, object]]":
    """Returns `sheets` of OfficeResult in job.ts. document: a spreadsheet."""
    return [sheet_of(document.Sheets.getByIndex(index)) for index in range(document.Sheets.Count)]


def sheet_of(sheet: "Any") -> "dict[str, object]":
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    shown = sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow).queryVisibleCells().RangeAddresses
    rows = gaps({(each.StartRow, each.EndRow) for each in shown}, end.EndRow)
    columns = gaps({(each.StartColumn, each.EndColumn) for each in shown}, end.EndColumn)
    return {"name": sheet.Name, "isHidden": not sheet.IsVisible, "hiddenRows": rows, "hiddenColumns": columns}


def hides(sheet: "dict[str, object]") -> bool:
    return bool(sheet["isHidden"] or sheet["hiddenRows"] or sheet["hiddenColumns"])


def gaps(shown: "Iterable[tuple[int, int]]", last: int) -> "Ranges":
    """Returns the gaps between the ranges from 0 to `last`, as ranges with both ends included."""
    found: Ranges = []
    begin = 0
    for first, end in sorted(shown):
        if first > begin:
            found.append((begin, first - 1))
        begin = max(begin, end + 1)
    if begin <= last:
        found.append((begin, last))
    return found


def hidden_slides(document: "Any") -> int:
    """document: a presentation."""
    return sum(1 for slide in slides_of(document) if not slide.Visible)


def slides_of(document: "Any") -> "Iterable[Any]":
    return (document.DrawPages.getByIndex(index) for index in range(document.DrawPages.Count))


def show_all(document: "Any", kind: str) -> None:
    """document: not read-only, and without hidden sheets that LibreOffice shows. kind: calc or impress."""
    if kind == "impress":
        for slide in slides_of(document):
            slide.Visible = True
        return
    for index in range(document.Sheets.Count):
        sheet = document.Sheets.getByIndex(index)
        sheet.IsVisible = True
        sheet.Rows.IsFiltered = False
        sheet.Rows.IsVisible = sheet.Columns.IsVisible = True
