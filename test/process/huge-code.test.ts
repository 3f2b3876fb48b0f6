import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findPython } from '../../src/process/python.ts';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'process', 'python');

/**
 * A library of 40 MiB of code, whose function for the calendar is called before, after, and in a child. The child prints how
 * many page faults it had while it read all of the code (getrusage).
 */
const SCRIPT = `
import ctypes, hashlib, json, os, resource, sys
sys.path.insert(0, sys.argv[1])
import huge_code

library = ctypes.CDLL("/usr/lib/libreoffice/program/libmergedlo.so")
days = library._ZN4Date10DateToDaysEtts
days.argtypes = [ctypes.c_ushort, ctypes.c_ushort, ctypes.c_short]
first, end = max(huge_code.code_of_libraries(), key=lambda each: each[1] - each[0])

def look():
    code = (ctypes.c_char * (end - first)).from_address(first)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    digest = hashlib.sha256(code).hexdigest()
    return {"faults": resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before, "digest": digest, "days": days(1, 3, 2000) - days(28, 2, 2000)}

def in_child():
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, json.dumps(look()).encode())
        os._exit(0)
    os.wait()
    return json.loads(os.read(reading, 4096))

def small_pages_of_files():
    return sum(end - first for first, end in huge_code.code_of_libraries())

before = [look(), in_child()]
small = small_pages_of_files()
moved = huge_code.move_code()
print(json.dumps({"before": before, "after": [look(), in_child()], "moved": moved, "less": small - small_pages_of_files()}))`;

it('code that is moved is the same, runs, and is there in a child at once', async () => {
  const { stdout } = await promisify(execFile)(findPython(), ['-I', '-B', '-c', SCRIPT, SOURCE]);
  const { before, after, moved, less } = JSON.parse(stdout);
  for (const each of [...before, ...after]) {
    expect(each.digest).toBe(before[0].digest);
    expect(each.days).toBe(2);
  }
  const enabled = await readFile('/sys/kernel/mm/transparent_hugepage/enabled', 'utf8').catch(() => '[never]');
  if (enabled.includes('[never]')) {
    expect(moved).toBe(0);
    return;
  }
  expect(moved).toBeGreaterThan(2 ** 25);
  expect(less).toBe(moved);
  // The edges of the code stay unchanged.
  expect(after[1].faults).toBeLessThan(before[1].faults / 3);
});
