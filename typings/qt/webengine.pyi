from typing import Any

QWebEngineScript: Any
QWebEngineSettings: Any
