import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findPython } from '../../src/process/python.ts';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'process', 'python');

/**
 * A parent with 400 pages of memory and a file. For rehearsal, children write to some pages and read a part of the file; a
 * later child does the same and prints its number of page faults (getrusage).
 */
const SCRIPT = `
import json, mmap, os, resource, sys, tempfile
sys.path.insert(0, sys.argv[1])
import rehearsal

memory = mmap.mmap(-1, 400 * mmap.PAGESIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
if hasattr(mmap, "MADV_NOHUGEPAGE"):
    memory.madvise(mmap.MADV_NOHUGEPAGE)

FAR = 16  # pages that the system brings at once of a file
with tempfile.TemporaryFile() as file:
    file.truncate(400 * FAR * mmap.PAGESIZE)
    mapped = mmap.mmap(file.fileno(), 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)

def write(pages):
    for page in pages:
        memory[page * mmap.PAGESIZE] = 1

def read(pages):
    for page in pages:
        mapped[page * FAR * mmap.PAGESIZE]

def in_child(work):
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, json.dumps(work()).encode() + b"\\n")
        os._exit(0)
    with os.fdopen(reading) as answer:
        line = answer.readline()
    os.close(writing)
    os.wait()
    return json.loads(line)

def rehearse(pages):
    write(pages)
    read(pages)
    return rehearsal.used_pages(*rehearsal.own_memory())

def faults(pages, bring, use=write):
    if bring:
        prepared.bring()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    use(pages)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

write(range(400))
prepared = rehearsal.Pages([in_child(lambda: rehearse(range(0, 200))), in_child(lambda: rehearse(range(0, 300, 3)))
                            , in_child(lambda: rehearse([]))])
print(json.dumps({
    "without": in_child(lambda: faults(range(0, 200, 3), False)),
    "usual": in_child(lambda: faults(range(0, 200, 3), True)),
    "unusual": in_child(lambda: faults(range(1, 200, 3), True)),
    "file without": in_child(lambda: faults(range(0, 200, 3), False, read)),
    "file": in_child(lambda: faults(range(0, 200, 3), True, read)),
    "file unusual": in_child(lambda: faults(range(301, 400), True, read)),
}))`;

it('pages that most rehearsals used are there in a child before it uses them; others come one by one', async () => {
  const { stdout } = await promisify(execFile)(findPython(), ['-I', '-B', '-c', SCRIPT, SOURCE]);
  const { without, usual, unusual, ...rest } = JSON.parse(stdout);
  expect(without).toBeGreaterThanOrEqual(67);
  expect(usual).toBeLessThan(10);
  expect(unusual).toBeGreaterThanOrEqual(66);
  expect(rest['file without']).toBeGreaterThanOrEqual(67);
  expect(rest.file).toBeLessThan(30);
  expect(rest['file unusual']).toBeGreaterThanOrEqual(99);
});
