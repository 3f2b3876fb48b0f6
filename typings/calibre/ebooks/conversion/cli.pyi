from collections.abc import Callable

ProgressBar: Callable[[object], Callable[..., None]]

def main(args: list[str]) -> int | None: ...
