StandardEncoding: list[str]
