from threading import Thread

font_scanner: Thread
