import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '../../worker/support.ts';
import { codeOf, convert, makeScratch, type Scratch, tool } from './support.ts';

let scratch: Scratch;
let large: string;
let larger: string;
let archive: string;

beforeAll(async () => {
  scratch = await makeScratch();
  large = scratch.path('large.bin');
  await tool('sh', ['-c', 'head -c 15000000 /dev/urandom > "$1"', 'sh', large]);
  larger = scratch.path('larger.bin');
  await tool('sh', ['-c', 'head -c 60000000 /dev/urandom > "$1"', 'sh', larger]);
  archive = scratch.path('large.tar.xz');
  await tool('bsdtar', ['-cJf', archive, '--options', 'xz:compression-level=0', '-C', scratch.folder, 'large.bin']);
});

afterAll(() => scratch.remove());

/** Returns programs with the scratch folder in their arguments. */
async function running(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    const line = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (line.includes(scratch.folder)) found.push(line);
  }
  return found;
}

it.each([
  ['7z', () => [archive, large]],
  // Zip is several times as fast, and 7-Zip reports its progress a few times a second.
  ['zip', () => [larger]],
])('tells how far it is, from unpacking to packing: %s', async (target, paths) => {
  for (const path of paths()) {
    const { progress } = await convert(scratch, [{ path }], { target });
    const between = progress.filter((percent) => percent > 0 && percent < 100);
    expect(new Set(between).size, path).toBeGreaterThan(1);
    expect(Math.max(...progress)).toBeLessThanOrEqual(100);
  }
});

/** progress.slow.ts tests the earlier reports, one a second. */
it('tells that all of one file is compressed', async () => {
  const path = scratch.path('small.bin');
  await writeFile(path, randomBytes(1_000_000));
  const { progress } = await convert(scratch, [{ path }], { target: 'bz2' });
  expect(progress).toContain(100);
});

it('ends its programs when it is canceled', async () => {
  const canceling = new AbortController();
  const conversion = codeOf(convert(scratch, [{ path: large }], { target: '7z', signal: canceling.signal }));
  await waitFor(async () => (await running()).some((line) => line.includes('packed.7z')), '7-Zip to pack');
  canceling.abort();
  expect(await conversion).toBe('conversion_canceled');
  expect(await running()).toEqual([]);
});
