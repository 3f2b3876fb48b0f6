_base_dir: str | None
