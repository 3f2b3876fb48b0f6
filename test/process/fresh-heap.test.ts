import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findPython } from '../../src/process/python.ts';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'process', 'python');

/** Makes a heap with every second block free and forks; the child allocates blocks of that size and prints how many fill gaps. */
const SCRIPT = `
import ctypes, os, sys
sys.path.insert(0, sys.argv[1])
import fresh_heap

libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
blocks = [libc.malloc(1200) for _ in range(4000)]
for block in blocks[::2]:
    libc.free(block)
taken = fresh_heap.take_gaps() if sys.argv[2] == "take" else 0
if os.fork() == 0:
    inside = sum(min(blocks) < libc.malloc(1200) < max(blocks) for _ in range(2000))
    print(inside, taken, flush=True)
    os._exit(0)
_, status = os.wait()
sys.exit(os.waitstatus_to_exitcode(status))`;

async function run(what: 'take' | 'leave'): Promise<[number, number]> {
  const { stdout } = await promisify(execFile)(findPython(), ['-I', '-B', '-c', SCRIPT, SOURCE, what]);
  const [inside, taken] = stdout.trim().split(' ').map(Number);
  return [inside ?? Number.NaN, taken ?? Number.NaN];
}

it('control: what a child asks for comes out of the gaps of its parent', async () => {
  const [inside, taken] = await run('leave');
  expect(inside).toBeGreaterThan(1900);
  expect(taken).toBe(0);
});

it('when the gaps are taken, a child works behind them', async () => {
  const [inside, taken] = await run('take');
  expect(inside).toBe(0);
  expect(taken).toBeGreaterThan(2000 * 1000);
});
