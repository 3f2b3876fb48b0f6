"""heif.py INPUT: writes all main pictures of a HEIC, AVIF or HEIF as picture-1.png, picture-2.png …, with profile, Exif and XMP.

Calls libheif as heif-convert does, but stores the pixels unpacked: packing them takes three times as long as decoding. Prints
`DONE of ALL`. Exit code 3: there is no libheif.
"""

import ctypes
import os
import struct
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint32, c_void_p
from typing import Any, BinaryIO, NoReturn

NO_LIBRARY = 3
# Values of heif.h.
RGB_COLORS, INTERLEAVED = 1, 10
RGB, RGBA, RRGGBB, RRGGBBAA = 10, 11, 12, 13
# Color types of PNG.
OPAQUE, WITH_ALPHA = 2, 6
# Tag of Exif.
ORIENTATION = 0x112


class Error(ctypes.Structure):
    """struct heif_error"""

    _fields_ = [("code", c_int), ("subcode", c_int), ("message", c_char_p)]


def declared(name: str, result: "type | None", *arguments: type) -> "Callable[..., Any]":
    function = getattr(library, f"heif_{name}")
    function.restype, function.argtypes = result, arguments
    return function


try:
    library = ctypes.CDLL("libheif.so.1")
except OSError as error:
    print(error, file=sys.stderr)
    sys.exit(NO_LIBRARY)

new_context = declared("context_alloc", c_void_p)
read_file = declared("context_read_from_file", Error, c_void_p, c_char_p, c_void_p)
count_pictures = declared("context_get_number_of_top_level_images", c_int, c_void_p)
list_pictures = declared("context_get_list_of_top_level_image_IDs", c_int, c_void_p, POINTER(c_uint32), c_int)
open_picture = declared("context_get_image_handle", Error, c_void_p, c_uint32, POINTER(c_void_p))
has_alpha = declared("image_handle_has_alpha_channel", c_int, c_void_p)
bits_of = declared("image_handle_get_luma_bits_per_pixel", c_int, c_void_p)
decode = declared("decode_image", Error, c_void_p, POINTER(c_void_p), c_int, c_int, c_void_p)
width_of = declared("image_get_width", c_int, c_void_p, c_int)
height_of = declared("image_get_height", c_int, c_void_p, c_int)
decoded_bits = declared("image_get_bits_per_pixel_range", c_int, c_void_p, c_int)
plane_of = declared("image_get_plane_readonly", c_void_p, c_void_p, c_int, POINTER(c_int))
free_image = declared("image_release", None, c_void_p)
free_picture = declared("image_handle_release", None, c_void_p)
profile_size = declared("image_handle_get_raw_color_profile_size", c_size_t, c_void_p)
profile_of = declared("image_handle_get_raw_color_profile", Error, c_void_p, c_void_p)
count_blocks = declared("image_handle_get_number_of_metadata_blocks", c_int, c_void_p, c_char_p)
list_blocks = declared("image_handle_get_list_of_metadata_block_IDs", c_int, c_void_p, c_char_p, POINTER(c_uint32), c_int)
block_type = declared("image_handle_get_metadata_content_type", c_char_p, c_void_p, c_uint32)
block_size = declared("image_handle_get_metadata_size", c_size_t, c_void_p, c_uint32)
block_of = declared("image_handle_get_metadata", Error, c_void_p, c_uint32, c_void_p)


def check(error: Error) -> None:
    if error.code != 0:
        raise RuntimeError((error.message or b"").decode(errors="replace"))


def profile(picture: c_void_p) -> bytes:
    size = profile_size(picture)
    data = ctypes.create_string_buffer(size)
    return data.raw if size > 0 and profile_of(picture, data).code == 0 else b""


def blocks(picture: c_void_p, kind: bytes) -> "list[tuple[bytes, bytes]]":
    """Returns the metadata of a kind, each with its content type."""
    ids = (c_uint32 * count_blocks(picture, kind))()
    found: list[tuple[bytes, bytes]] = []
    for block in ids[: list_blocks(picture, kind, ids, len(ids))]:
        data = ctypes.create_string_buffer(block_size(picture, block))
        if block_of(picture, block, data).code == 0:
            found.append((block_type(picture, block) or b"", data.raw))
    return found


def exif(picture: c_void_p) -> bytes:
    """Returns the Exif data without the offset before it (ISO/IEC 23008-12, A.2.1) and with the pixels' orientation, which is upright."""
    for _, data in blocks(picture, b"Exif"):
        start = 4 + int.from_bytes(data[:4], "big")
        if data[start : start + 2] in {b"II", b"MM"}:
            return upright(bytearray(data[start:]))
    return b""


def upright(data: bytearray) -> bytes:
    order = "<" if data.startswith(b"I") else ">"
    with suppress(struct.error):
        (directory,) = struct.unpack_from(order + "I", data, 4)
        (count,) = struct.unpack_from(order + "H", data, directory)
        for entry in range(directory + 2, directory + 2 + 12 * count, 12):
            if struct.unpack_from(order + "H", data, entry) == (ORIENTATION,):
                struct.pack_into(order + "H", data, entry + 8, 1)
    return bytes(data)


def xmp(picture: c_void_p) -> bytes:
    return next((data for kind, data in blocks(picture, b"mime") if kind == b"application/rdf+xml"), b"")


def write_chunk(file: BinaryIO, kind: bytes, data: bytes) -> None:
    file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind))))


def widened(row: memoryview, bits: int) -> bytes:
    """Returns big-endian samples of 9 to 15 bits as such of 16, with the first bits repeated after the last."""
    left, right = 16 - bits, 2 * bits - 16
    samples = int.from_bytes(row, "big")
    ones = int.from_bytes(struct.pack(">H", (1 << left) - 1) * (len(row) // 2), "big")
    return (samples << left | samples >> right & ones).to_bytes(len(row), "big")


def write_picture(picture: c_void_p, path: str) -> None:
    alpha, deep = has_alpha(picture), bits_of(picture) > 8
    image = c_void_p()
    layout = (RRGGBBAA if alpha else RRGGBB) if deep else (RGBA if alpha else RGB)
    check(decode(picture, byref(image), RGB_COLORS, layout, None))
    width, height, bits = width_of(image, INTERLEAVED), height_of(image, INTERLEAVED), decoded_bits(image, INTERLEAVED)
    stride = c_int()
    plane = plane_of(image, INTERLEAVED, byref(stride))
    pixels = memoryview((ctypes.c_ubyte * (stride.value * height)).from_address(plane))
    length = width * (4 if alpha else 3) * (2 if deep else 1)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        write_chunk(file, b"IHDR", struct.pack(">IIBBBBB", width, height, 16 if deep else 8, WITH_ALPHA if alpha else OPAQUE, 0, 0, 0))
        for kind, start, data in [
            (b"iCCP", b"ICC\0\0", zlib.compress(found) if (found := profile(picture)) else b""),
            (b"eXIf", b"", exif(picture)),
            (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0", xmp(picture)),
        ]:
            if data:
                write_chunk(file, kind, start + data)
        unpacked = zlib.compressobj(0)
        for top in range(0, height * stride.value, stride.value):
            row = pixels[top : top + length]
            part = unpacked.compress(b"\0") + unpacked.compress(widened(row, bits) if 8 < bits < 16 else row)
            if part:
                write_chunk(file, b"IDAT", part)
        write_chunk(file, b"IDAT", unpacked.flush())
        write_chunk(file, b"IEND", b"")
    free_image(image)


def convert(context: c_void_p, image: int, path: str) -> None:
    picture = c_void_p()
    check(open_picture(context, image, byref(picture)))
    write_picture(picture, path)
    free_picture(picture)


def converted_in_child(context: c_void_p, image: int, path: str) -> bool:
    """Converts in a process of its own, since libheif crashes on some pictures: the others of the file are still converted."""
    child = os.fork()
    if child == 0:
        try:
            convert(context, image, path)
            os._exit(0)
        except RuntimeError as error:
            print(f"{path}: {error}", file=sys.stderr, flush=True)
        finally:
            os._exit(1)
    if os.waitpid(child, 0)[1] == 0:
        return True
    with suppress(FileNotFoundError):
        os.remove(path)
    return False


def main(source: str) -> NoReturn:
    context = new_context()
    check(read_file(context, source.encode(), None))
    ids = (c_uint32 * count_pictures(context))()
    list_pictures(context, ids, len(ids))
    if len(ids) == 1:
        convert(context, ids[0], "picture-1.png")
        done = 1
    else:
        done = sum(converted_in_child(context, each, f"picture-{index + 1}.png") for index, each in enumerate(ids))
    print(f"{done} of {len(ids)}")
    sys.exit(0)


try:
    main(sys.argv[1])
except RuntimeError as error:
    sys.exit(str(error))
