"""Pages of memory that every child of a process writes to, brought into a child before its job comes.

A forked child shares its parent's memory and copies a page when it first writes to it, one fault after another, mostly the same
pages in each child: those of what the parent has warmed up. Some jobs are done for rehearsal; which pages they wrote to (pagemap
of proc(5)) a later child is told, and has the system copy them in few calls while it waits for its job. Linux 5.14 or later;
an earlier one copies each page when it is written to, as it would anyway.

A Writer document has LibreOffice write to some 2,400 pages of its parent, nearly all of them in each conversion. Brought before, one
conversion after another is a fourteenth faster; two at a time on two processors hardly, as the copying then takes from their own.
"""

import array
import collections
import ctypes
import mmap
import os

PAGE = mmap.PAGESIZE
POPULATE_WRITE = 23  # madvise(2)
# Bits of an entry of /proc/self/pagemap.
PRESENT, OF_FILE, EXCLUSIVE = 1 << 63, 1 << 61, 1 << 56
# Bytes of a mapping. Larger ones are reserves for threads, nearly empty, and take longer to look through than they save.
LARGEST_MAPPING = 1 << 28

libc = ctypes.CDLL(None, use_errno=True)
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def own_memory():
    """What written_pages needs, opened; None where this process may not look at itself."""
    try:
        return open("/proc/self/maps"), open("/proc/self/pagemap", "rb", buffering=0)
    except OSError:
        return None


def written_pages(maps, pagemap):
    """In a child at the end of its work: the pages that it has for itself alone, as a list of addresses by PAGE."""
    written = []
    for line in maps:
        addresses, rights = line.split(maxsplit=2)[:2]
        first, end = (int(each, 16) // PAGE for each in addresses.split("-"))
        if rights == "rw-p" and (end - first) * PAGE <= LARGEST_MAPPING:
            entries = array.array("Q", os.pread(pagemap.fileno(), 8 * (end - first), 8 * first))
            written += [page for page, entry in enumerate(entries, first) if entry & PRESENT and entry & EXCLUSIVE and not entry & OF_FILE]
    return written


class Pages:
    """What to bring into a child: the pages that at least half of the rehearsals wrote to, each of them a list of pages."""

    def __init__(self, rehearsals=()):
        counted = collections.Counter(page for each in rehearsals for page in each)
        pages = sorted(page for page, count in counted.items() if 2 * count >= len(rehearsals))
        self.runs = [(first * PAGE, count * PAGE) for first, count in runs(pages)]

    def bring(self):
        """In a new child. What is not mapped in it is left out."""
        for address, length in self.runs:
            libc.madvise(address, length, POPULATE_WRITE)


def runs(pages):
    """(first, count) of pages that follow each other."""
    first = last = None
    for page in pages:
        if last is None or page > last + 1:
            if last is not None:
                yield first, last - first + 1
            first = page
        last = page
    if last is not None:
        yield first, last - first + 1
