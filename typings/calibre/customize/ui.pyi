from typing import Any

# A reader of books, and what it reads them into: objects that calibre makes at run time.
def plugin_for_input_format(name: str) -> Any: ...
