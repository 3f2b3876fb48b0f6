# Reads DXF files with ezdxf, strictly. One JSON object a file:
# {version, errors, fixes, entities: {TYPE: count}, layers: [name]} of all blocks and layouts, or {refused}.
import json
import sys
from collections import Counter

import ezdxf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PARTS = {"VERTEX", "SEQEND", "ATTRIB"}


def report(path: str) -> "dict[str, Any]":
    try:
        document = ezdxf.readfile(path)
    except Exception as error:
        return {"refused": f"{type(error).__name__}: {error}"[:300]}
    auditor = document.audit()
    types = Counter(entity.dxftype() for block in document.blocks for entity in block)
    return {
        "version": document.dxfversion,
        "errors": [error.message[:200] for error in auditor.errors],
        "fixes": [fix.message[:200] for fix in auditor.fixes],
        "entities": {name: number for name, number in sorted(types.items()) if name not in PARTS},
        "layers": [layer.dxf.name for layer in document.layers],
    }


for path in sys.argv[1:]:
    print(json.dumps(report(path)))
