from collections.abc import Callable

setup_default_profile: Callable[[], None]
