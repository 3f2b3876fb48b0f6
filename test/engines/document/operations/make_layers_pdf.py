"""make_layers_pdf.py OUTPUT PAGES NAME [off | expression]: pages that say `NAME shown 1` in one layer and `NAME hidden 1` in another, which is hidden.

`off`: all layers are hidden but those that are named, as Illustrator and others write it.
`expression`: both lines are in both layers' hands, by visibility expressions.
"""

import sys

from pikepdf import Array, Dictionary, Name, Pdf


def content(name: str, page: int) -> bytes:
    """Two lines of text."""
    lines = [f"/OC /{layer} BDC BT /F1 20 Tf 20 {y} Td ({name} {layer} {page}) Tj ET EMC" for layer, y in (("shown", 150), ("hidden", 100))]
    return "\n".join(lines).encode()


output, pages, name, *base = sys.argv[1:]
pdf = Pdf.new()
shown, hidden = (pdf.make_indirect(Dictionary(Type=Name.OCG, Name=f"{name} {layer}")) for layer in ("shown", "hidden"))
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
for page in range(1, int(pages) + 1):
    pdf.add_blank_page(page_size=(300, 200))
    pdf.pages[-1].Resources = Dictionary(Font=Dictionary(F1=font), Properties=Dictionary(shown=shown, hidden=hidden))
    if base == ["expression"]:
        pdf.pages[-1].Resources.Properties = Dictionary(
            shown=pdf.make_indirect(Dictionary(Type=Name.OCMD, VE=Array([Name.Or, shown, hidden]))),
            hidden=pdf.make_indirect(Dictionary(Type=Name.OCMD, VE=Array([Name.And, shown, Array([Name.Not, Array([Name.Not, hidden])])]))),
        )
    pdf.pages[-1].Contents = pdf.make_stream(content(name, page))
states = Dictionary(BaseState=Name.OFF, ON=Array([shown])) if base == ["off"] else Dictionary(OFF=Array([hidden]))
states.Order = Array([shown, Array([hidden])])
pdf.Root.OCProperties = Dictionary(OCGs=Array([shown, hidden]), D=states)
pdf.save(output)
