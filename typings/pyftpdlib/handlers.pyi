from .authorizers import DummyAuthorizer

class DTPHandler: ...

class TLS_DTPHandler(DTPHandler):
    _initialized: bool
    def readable(self) -> bool: ...

class FTPHandler:
    authorizer: DummyAuthorizer
    auth_failed_timeout: int
    use_sendfile: bool
    dtp_handler: type[DTPHandler]

class TLS_FTPHandler(FTPHandler):
    certfile: str
    tls_control_required: bool
    tls_data_required: bool
