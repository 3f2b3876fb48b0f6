from collections.abc import Callable

must_use_qt: Callable[..., None]
