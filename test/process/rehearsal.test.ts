import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findPython } from '../../src/process/launcher.ts';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'process');

/**
 * A parent with 400 pages of memory. Children write to some of them for rehearsal; a later one writes to the same, and tells how
 * many times the system had to get it a page (getrusage).
 */
const SCRIPT = `
import json, mmap, os, resource, sys
sys.path.insert(0, sys.argv[1])
import rehearsal

memory = mmap.mmap(-1, 400 * mmap.PAGESIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
if hasattr(mmap, "MADV_NOHUGEPAGE"):
    memory.madvise(mmap.MADV_NOHUGEPAGE)

def write(pages):
    for page in pages:
        memory[page * mmap.PAGESIZE] = 1

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
    return rehearsal.written_pages(*rehearsal.own_memory())

def faults(pages, bring):
    if bring:
        prepared.bring()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    write(pages)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

write(range(400))
prepared = rehearsal.Pages([in_child(lambda: rehearse(range(0, 200))), in_child(lambda: rehearse(range(0, 300, 3)))
                            , in_child(lambda: rehearse([]))])
print(json.dumps({
    "without": in_child(lambda: faults(range(0, 200, 3), False)),
    "usual": in_child(lambda: faults(range(0, 200, 3), True)),
    "unusual": in_child(lambda: faults(range(1, 200, 3), True)),
}))`;

it('pages that most rehearsals wrote to are there in a child before it writes to them; others come one by one', async () => {
  const { stdout } = await promisify(execFile)(findPython(), ['-I', '-B', '-c', SCRIPT, SOURCE]);
  const { without, usual, unusual } = JSON.parse(stdout);
  expect(without).toBeGreaterThanOrEqual(67);
  expect(usual).toBeLessThan(10);
  expect(unusual).toBeGreaterThanOrEqual(66);
});
