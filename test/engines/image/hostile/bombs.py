"""Writes pictures that claim or hold far more than their file has: bombs.py FOLDER. Each is named by what it is."""

# A structure's fields on one line, as a reader of the format wants them.
# fmt: off

import struct
import sys
import zlib
from pathlib import Path

FOLDER = Path(sys.argv[1])
HUGE = 60_000
# More than convertd unpacks, and little enough for a test's control to unpack it.
LARGE = 12_000
MiB = 1024 * 1024


def write(name: str, *parts: bytes) -> None:
    (FOLDER / name).write_bytes(b"".join(parts))


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def zeros(size: int, level: int = 9) -> bytes:
    packer = zlib.compressobj(level)
    parts = [packer.compress(bytes(min(MiB, size - at))) for at in range(0, size, MiB)]
    return b"".join(parts) + packer.flush()


def png(width: int, height: int, data: bytes, *before: bytes, depth: int = 8) -> "tuple[bytes, ...]":
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n", header, *before, png_chunk(b"IDAT", data), png_chunk(b"IEND", b"")


def pngs() -> None:
    write("large.png", *png(LARGE, LARGE, zeros(LARGE * (LARGE + 1))))
    write("claim.png", *png(HUGE, HUGE, zeros(1000)))
    small = zeros(9 * 8)
    bomb = zeros(300 * MiB)
    write("text.png", *png(8, 8, small, png_chunk(b"zTXt", b"Comment\0\0" + bomb)))
    write("profile.png", *png(8, 8, small, png_chunk(b"iCCP", b"icc\0\0" + bomb)))
    write("surplus.png", *png(8, 8, bomb))


def gif(width: int, height: int, frames: int, frame: bytes) -> "tuple[bytes, ...]":
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    return screen, frame * frames, b";"


def gifs() -> None:
    # One pixel, index 1: clear, 1, end in codes of 3 bits.
    dot = b"!\xf9\x04\x04\x01\0\0\0," + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x4c\x01\0"
    write("claim.gif", *gif(65_535, 65_535, 1, dot))
    write("frames.gif", *gif(16, 16, 100_000, dot))
    write("slow.gif", *gif(9_900, 9_900, 900, dot))


def webps() -> None:
    # VP8L: no transforms, no cache, five codes of one symbol each, so that pixels take no bits at all.
    side = 16_383
    bits = (side - 1) | (side - 1) << 14
    body = b"\x2f" + struct.pack("<I", bits)
    codes = 0
    for at in range(5):
        codes |= 0b0001 << (3 + 4 * at)
    data = body + struct.pack("<I", codes) + bytes(8)
    chunk = b"VP8L" + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)
    write("large.webp", b"RIFF", struct.pack("<I", 4 + len(chunk)), b"WEBP", chunk)


def tiff(width: int, height: int, data: bytes, next_ifd: int = 0) -> bytes:
    tags = [
        (256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 8), (262, 3, 1),
        (273, 4, 200), (277, 3, 1), (278, 4, height), (279, 4, len(data)),
    ]
    entries = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
    ifd = struct.pack("<H", len(tags)) + entries + struct.pack("<I", next_ifd)
    return (b"II*\0" + struct.pack("<I", 8) + ifd).ljust(200, b"\0") + data


def tiffs() -> None:
    write("large.tiff", tiff(LARGE, LARGE, zeros(LARGE * LARGE)))
    write("claim.tiff", tiff(HUGE, HUGE, zeros(1000)))
    write("loop.tiff", tiff(8, 8, zeros(64), next_ifd=8))
    pages = [b"II*\0" + struct.pack("<I", 8)]
    tags = [(256, 4, 1), (257, 4, 1), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 0), (277, 3, 1), (278, 4, 1), (279, 4, 1)]
    size = 2 + 12 * len(tags) + 4
    count = 20_000
    for page in range(count):
        entries = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
        following = 8 + size * (page + 1) if page + 1 < count else 0
        pages.append(struct.pack("<H", len(tags)) + entries + struct.pack("<I", following))
    write("pages.tiff", *pages)


def segment(marker: int, data: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def jpegs() -> None:
    def start(kind: int, side: int) -> bytes:
        table = segment(0xDB, b"\0" + b"\x01" * 64)
        frame = segment(kind, struct.pack(">BHHB", 8, side, side, 1) + b"\x01\x11\x00")
        # DC: category 0 is the code 0. AC: "so many blocks are empty", 2^14 and the next 14 bits, is the code 0.
        dc = segment(0xC4, b"\x00" + b"\x01" + bytes(15) + b"\x00")
        ac = segment(0xC4, b"\x10" + b"\x01" + bytes(15) + b"\xe0")
        return b"\xff\xd8" + table + frame + dc + ac

    def scan(first: int, last: int, data: bytes) -> bytes:
        return segment(0xDA, b"\x01\x01\x00" + bytes([first, last, 0])) + data

    write("claim.jpg", start(0xC0, 65_500), scan(0, 63, b"\0" * 1000), b"\xff\xd9")
    side = 9_000
    blocks = (side // 8) ** 2
    # 15 bits, a zero and fourteen ones, for 32,767 blocks; written as bytes with 0xFF stuffed.
    count = blocks // 32_767 + 1
    bits = "".join(["0" + "1" * 14] * count)
    bits += "1" * (-len(bits) % 8)
    stuffed = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")
    direct = scan(0, 0, bytes(blocks // 8 + 1))
    write("scans.jpg", start(0xC2, side), direct, scan(1, 63, stuffed) * 20_000, b"\xff\xd9")


def others() -> None:
    """Headers that claim, in formats that other programs decode."""
    write("claim.bmp", b"BM", struct.pack("<IHHI", 54 + 1000, 0, 0, 54), struct.pack("<IiiHHIIiiII", 40, HUGE, HUGE, 1, 24, 0, 0, 0, 0, 0, 0), bytes(1000))
    write("claim.psd", b"8BPS", struct.pack(">H6xHIIHH", 1, 3, 30_000, 30_000, 8, 3), struct.pack(">IIIH", 0, 0, 0, 0), bytes(1000))
    write("claim.pcx", b"\x0a\x05\x01\x08", struct.pack("<HHHH", 0, 0, 65_534, 65_534), struct.pack("<HH", 72, 72), bytes(48), b"\0\x03", struct.pack("<H", 65_534), bytes(59), bytes(1000))
    write("claim.ppm", b"P6\n100000 100000\n255\n", bytes(1000))
    write("claim.pbm", b"P1\n100000 100000\n", b"1 0 " * 250)
    write("claim.qoi", b"qoif", struct.pack(">IIBB", HUGE, HUGE, 4, 0), bytes(1000), bytes(7), b"\x01")
    write("claim.hdr", b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 60000 +X 60000\n", bytes(1000))
    write("claim.ras", struct.pack(">IIIIIIII", 0x59A66A95, HUGE, HUGE, 24, HUGE * 3, 1, 0, 0), bytes(1000))
    write("claim.sgi", struct.pack(">HBBHHHHII", 474, 0, 1, 3, 65_535, 65_535, 3, 0, 255), bytes(488), bytes(1000))
    write("claim.xbm", b"#define a_width 60000\n#define a_height 60000\nstatic char a_bits[] = {\n0x00, 0x01 };\n")
    write("claim.xpm", b'/* XPM */\nstatic char *a[] = {\n"60000 60000 1 1",\n"a c #000000",\n"aaaa"};\n')
    write("claim.dds", b"DDS ", struct.pack("<IIIIIII44x", 124, 0x1007, HUGE, HUGE, HUGE * 4, 0, 1), struct.pack("<IIIIIIII", 32, 0x41, 0, 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000), struct.pack("<I16x", 0x1000), bytes(1000))
    cards = ["SIMPLE  =                    T", "BITPIX  =                    8", "NAXIS   =                    2", "NAXIS1  =                60000", "NAXIS2  =                60000", "END"]
    write("claim.fits", "".join(card.ljust(80) for card in cards).ljust(2880).encode(), bytes(2880))
    write("claim.tga", struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, 65_535, 65_535, 24, 0), b"\xff\0\0\0" * 250, bytes(8) + b"TRUEVISION-XFILE.\0")
    write("claim.xcf", b"gimp xcf file\0", struct.pack(">III", 262_144, 262_144, 0), bytes(1000))
    boxes = b"\0\0\0\x0cjP  \r\n\x87\n" + b"\0\0\0\x14ftypjp2 \0\0\0\0jp2 "
    header = struct.pack(">I4sIIHBBBB", 22, b"ihdr", HUGE, HUGE, 3, 7, 7, 0, 0) + struct.pack(">I4sBBBI", 15, b"colr", 1, 0, 0, 16)
    siz = struct.pack(">HIIIIIIIIH", 0, HUGE, HUGE, 0, 0, HUGE, HUGE, 0, 0, 3) + b"\x07\x01\x01" * 3
    stream = b"\xff\x4f" + segment(0x51, siz) + segment(0x52, b"\0\0\0\x01\0\x00\x04\x04\0\x01") + segment(0x5C, b"\x40\x40") + b"\xff\x90\0\x0a\0\0\0\0\0\0\0\x01\xff\x93" + bytes(100) + b"\xff\xd9"
    write("claim.jp2", boxes, struct.pack(">I4s", 8 + len(header), b"jp2h"), header, struct.pack(">I4s", 8 + len(stream), b"jp2c"), stream)
    icon = struct.pack("<IiiHHIIiiII", 40, HUGE, HUGE * 2, 1, 32, 0, 0, 0, 0, 0, 0) + bytes(1000)
    write("claim.ico", struct.pack("<HHH", 0, 1, 1), struct.pack("<BBBBHHII", 0, 0, 0, 0, 1, 32, len(icon), 22), icon)


pngs()
gifs()
webps()
tiffs()
jpegs()
others()
