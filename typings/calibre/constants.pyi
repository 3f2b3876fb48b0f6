class _CacheDir:
    ans: str
    def __call__(self) -> str: ...

cache_dir: _CacheDir
config_dir: str
