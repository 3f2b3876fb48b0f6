"""expand_sparse.py OLD NEW: rewrites the tar OLD, with the holes of sparse files as zeros.

7-Zip treats the map of a sparse file in a PAX tar (GNU.sparse.*) as part of its data, and an access list of Solaris as a file. Exit code 3:
a kind of sparse file that Python cannot expand. Extended attributes and access lists are left out.
"""

import sys
import tarfile

UNKNOWN_MAP = 3
ACCESS_LIST = b"A"

with tarfile.open(sys.argv[1], "r:") as old, tarfile.open(sys.argv[2], "w", format=tarfile.GNU_FORMAT) as new:
    for member in old:
        if "SUN.holesdata" in member.pax_headers:
            sys.exit(UNKNOWN_MAP)
        if member.type == ACCESS_LIST:
            continue
        data = old.extractfile(member) if member.isreg() else None
        if member.issparse():
            member.type = tarfile.REGTYPE
        member.sparse = None
        member.pax_headers = {}
        new.addfile(member, data)
