"""inflate_cut.py INPUT OUTPUT: decompresses a truncated gzip file up to its end, byte for byte.

zlib returns only what it could decode; 7-Zip makes up some bytes if the input ends within a code.
"""

import sys
import zlib

CHUNK = 1 << 20
GZIP = 31

source, result = sys.argv[1:]
with open(source, "rb") as packed, open(result, "wb") as unpacked:
    stream = zlib.decompressobj(GZIP)
    rest = b""
    while data := rest or packed.read(CHUNK):
        # Limits the memory of each step.
        unpacked.write(stream.decompress(data, CHUNK))
        rest = stream.unconsumed_tail
        if stream.eof:
            rest = stream.unused_data or packed.read(CHUNK)
            if not rest.startswith(b"\x1f"):
                break
            stream = zlib.decompressobj(GZIP)
    if not stream.eof:
        unpacked.write(stream.flush())
