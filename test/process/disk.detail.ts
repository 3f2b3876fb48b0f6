import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

// The threads that call the file system run in a separate process, which must neither end early nor stay.

const DISK = fileURLToPath(new URL('../../src/disk/disk.ts', import.meta.url));
const CALLS = fileURLToPath(new URL('../../src/disk/calls.ts', import.meta.url));

/** Returns what the script prints. */
async function run(script: string): Promise<unknown> {
  const whole = `
    import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import { join } from 'node:path';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { CALLS } from ${JSON.stringify(CALLS)};
    import { onDisk, warmUpDisk } from ${JSON.stringify(DISK)};
    const folder = mkdtempSync(join(tmpdir(), 'disk-'));
    process.on('exit', () => rmSync(folder, { recursive: true }));
    warmUpDisk();
    await isReady();
    ${script}

    /** A thread answers later than in the same round of promises. */
    async function isReady() {
      for (;;) {
        let isAnswered = false;
        void onDisk('readPart', '/', 1).then(() => { isAnswered = true; });
        for (let count = 0; count < 10; count += 1) await null;
        if (!isAnswered) return;
        await sleep(10);
      }
    }`;
  const folder = await mkdtemp(join(tmpdir(), 'disk-test-'));
  try {
    const path = join(folder, 'script.ts');
    await writeFile(path, whole);
    const { stdout } = await execa(process.execPath, [path]);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('answer each of many calls, and end with the process', async () => {
  const script = `
    const names = Array.from({ length: 40 }, (_, index) => join(folder, String(index)));
    for (const name of names) writeFileSync(name, name);
    const parts = await Promise.all(names.map((name) => onDisk('readPart', name, 1000)));
    const isRight = parts.map(({ bytes }, index) => Buffer.from(bytes).toString() === names[index]);
    console.log(JSON.stringify(isRight.filter(Boolean).length));`;
  expect(await run(script)).toBe(40);
});

it('throw a system error with its code', async () => {
  const script = `
    const error = await onDisk('readPart', '/nowhere/at/all', 1).catch((error) => error);
    console.log(JSON.stringify([error instanceof Error, error.code, error.message, error.path]));`;
  const message = expect.stringMatching(/^ENOENT: no such file or directory/);
  expect(await run(script)).toEqual([true, 'ENOENT', message, '/nowhere/at/all']);
});

it('leave the event loop free, which the same calls made there hold up', async () => {
  const script = `
    const path = join(folder, 'large');
    const order = async () => {
      writeFileSync(path, '');
      truncateSync(path, 2 ** 28);
      const like = await onDisk('tryNewFile', join(folder, 'try'));
      return { path, folder, isNew: false, name: 'stored', part: 'part', like, most: 2 ** 30, protectedPaths: [] };
    };
    let ticks = 0;
    setInterval(() => { ticks += 1; }, 5).unref();
    const during = async (store) => {
      const asked = await order();
      const before = ticks;
      const { state } = await store(asked);
      return [state, ticks - before];
    };
    const beside = await during((asked) => onDisk('storeSmall', asked));
    const here = await during((asked) => CALLS.storeSmall(asked));
    console.log(JSON.stringify({ beside, here }));`;
  const { beside, here } = (await run(script)) as Record<'beside' | 'here', [string, number]>;
  expect(here).toEqual(['stored', 0]);
  expect(beside[0]).toBe('stored');
  expect(beside[1]).toBeGreaterThan(5);
});

it('write a long document', async () => {
  const script = `
    const text = 'é'.repeat(2 ** 24) + '…';
    const path = join(folder, 'document');
    const isNew = await onDisk('writeText', { path, part: join(folder, 'part'), text, replaces: false });
    console.log(JSON.stringify([isNew, statSync(path).size]));`;
  // Two bytes each, and three.
  expect(await run(script)).toEqual([true, 2 ** 25 + 3]);
});
