import { readdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArchiveEngine } from '../../../../engines/archive/engine.ts';
import { parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import { runProgram } from '../../../../src/process/command.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { runWithin } from '../../../../tools/formats/archives/budget.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../../tools/formats/archives/limits.ts';
import { sample } from '../../../support/sample.ts';
import { DEBIAN_7ZIP } from '../../../support/seven-zip.ts';
import { codeOf, convert, makeScratch, onlyOutput, python, type Scratch, tool } from '../support.ts';
import { makeArchive } from '../support-archives.ts';

const MiB = 1024 ** 2;
/** The ratio counts from 1 MiB on, so that a bomb need not be large. */
const strict = createArchiveEngine({ ...DEFAULT_ARCHIVE_LIMITS, ratioFreeBytes: MiB, maxEntries: 1000 });
const lax = createArchiveEngine({
  ...DEFAULT_ARCHIVE_LIMITS,
  maxRatio: Number.POSITIVE_INFINITY,
  maxEntries: Number.POSITIVE_INFINITY,
});

let scratch: Scratch;
/** 20 MiB of zeros. */
let zeros: string;

beforeAll(async () => {
  scratch = await makeScratch();
  zeros = scratch.path('zeros');
  await tool('truncate', ['-s', '20M', zeros]);
});

afterAll(() => scratch.remove());

describe('an archive that unpacks to far more than it holds', () => {
  const sources: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
    ['b.7z', (path) => tool(DEBIAN_7ZIP, ['a', path, zeros])],
    ['b.gz', (path) => tool('bsdtar', ['-cf', path, '--format=raw', '-z', '-C', scratch.folder, 'zeros'])],
    ['b.bz2', (path) => tool('bsdtar', ['-cf', path, '--format=raw', '-j', '-C', scratch.folder, 'zeros'])],
    ['b.xz', (path) => tool('bsdtar', ['-cf', path, '--format=raw', '-J', '-C', scratch.folder, 'zeros'])],
    ['b.zst', (path) => tool('bsdtar', ['-cf', path, '--format=raw', '--zstd', '-C', scratch.folder, 'zeros'])],
    ['b.lz', (path) => tool('bsdtar', ['-cf', path, '--format=raw', '--lzip', '-C', scratch.folder, 'zeros'])],
    ['b.tar.bz2', (path) => tool('bsdtar', ['-cf', path, '-j', '-C', scratch.folder, 'zeros'])],
  ];

  it.each(sample('bombs', sources, 2))('%s is refused; without the limits it would be unpacked', async (file, make) => {
    const path = scratch.path(file);
    await make(path);
    expect(await codeOf(convert(scratch, [{ path }], { target: 'gz', engine: strict }))).toBe('input_bomb');
    const unpacked = onlyOutput(await convert(scratch, [{ path }], { target: 'gz', engine: lax }));
    expect((await tool('sh', ['-c', `gzip -dc "$1" | wc -c`, 'sh', unpacked])).stdout).toBe(String(20 * MiB));
  });

  it('is refused by its listing, before anything is written', async () => {
    const path = scratch.path('listed.zip');
    await tool(DEBIAN_7ZIP, ['a', path, zeros]);
    let calls = 0;
    const count = () => {
      calls += 1;
    };
    expect(await codeOf(convert(scratch, [{ path }], { target: '7z', engine: strict, onCall: count }))).toBe(
      'input_bomb',
    );
    expect(calls).toBe(1);
  });

  it('is refused where it is encrypted', async () => {
    const path = scratch.path('locked.7z');
    await tool(DEBIAN_7ZIP, ['a', '-mhe=on', '-ppassword', path, zeros]);
    const input = { path, password: 'password' };
    expect(await codeOf(convert(scratch, [input], { target: 'zip', engine: strict }))).toBe('input_bomb');
    expect((await convert(scratch, [input], { target: 'zip', engine: lax })).outputs).toHaveLength(1);
  });

  it('is refused with the limits that are in force', async () => {
    const path = scratch.path('large.zst');
    await tool('truncate', ['-s', '300M', scratch.path('large')]);
    await tool('bsdtar', ['-cf', path, '--format=raw', '--zstd', '-C', scratch.folder, 'large']);
    expect(await codeOf(convert(scratch, [{ path }], { target: 'zip' }))).toBe('input_bomb');
  });

  it('is not unpacked where it lies in another archive', async () => {
    const inner = scratch.path('inner.zip');
    await tool(DEBIAN_7ZIP, ['a', inner, zeros]);
    const outer = scratch.path('outer.tar');
    await tool('bsdtar', ['-cf', outer, '-C', scratch.folder, 'inner.zip']);
    const zip = onlyOutput(await convert(scratch, [{ path: outer }], { target: 'zip', engine: strict }));
    expect(await python('import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())', zip)).toBe(
      "['inner.zip']",
    );
  });
});

describe('a zip whose entries overlap', () => {
  it('is refused, though every program unpacks it without a complaint', async () => {
    const path = await makeArchive(scratch, 'overlap.zip', 'overlapping-zip');
    expect((await tool(DEBIAN_7ZIP, ['t', path])).stdout).toContain('Everything is Ok');
    expect(await codeOf(convert(scratch, [{ path }], { target: 'zip' }))).toBe('input_bomb');
  });

  it('in one place is refused as damaged', async () => {
    const path = await makeArchive(scratch, 'same.zip', 'same-place-zip');
    const names = 'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))';
    expect(await python(names, path)).toBe('40');
    expect(await codeOf(convert(scratch, [{ path }], { target: 'zip' }))).toBe('input_damaged');
  });
});

it('a zip that lies about its sizes is refused', async () => {
  const path = await makeArchive(scratch, 'lying.zip', 'lying-zip');
  expect((await tool('sh', ['-c', 'bsdtar -xOf "$1" 2>/dev/null | wc -c', 'sh', path])).stdout).not.toBe('0');
  expect(await codeOf(convert(scratch, [{ path }], { target: 'zip' }))).toBe('input_damaged');
});

it('too many entries are refused, however small', async () => {
  const path = await makeArchive(scratch, 'many.zip', 'many-zip', '1200');
  expect(await codeOf(convert(scratch, [{ path }], { target: 'zip', engine: strict }))).toBe('input_bomb');
  expect((await convert(scratch, [{ path }], { target: 'zip', engine: lax })).outputs).toHaveLength(1);
  const short = createArchiveEngine({ ...DEFAULT_ARCHIVE_LIMITS, maxListingBytes: 10_000 });
  expect(await codeOf(convert(scratch, [{ path }], { target: 'zip', engine: short }))).toBe('input_bomb');
});

describe('a program that writes more than was listed', () => {
  const call = (script: string) => ({ name: 'sh', path: '/bin/sh', args: ['-c', script] });
  const context = async (name: string): Promise<WorkContext> => {
    const workFolder = scratch.path(name);
    await tool('mkdir', [workFolder]);
    const { signal } = new AbortController();
    const unused = () => {
      throw new Error('not used here');
    };
    const scope = { workFolder, readable: [], signal };
    const run: WorkContext['run'] = (each) => runProgram(each, scope);
    return {
      workFolder,
      signal,
      allowedAddresses: parseAllowList(),
      progress: unused,
      warn: unused,
      pipe: unused,
      run,
    };
  };
  const budget = { inputBytes: 1, limits: { ...DEFAULT_ARCHIVE_LIMITS, ratioFreeBytes: 5 * MiB } };

  it('in one file is stopped at the limit', async () => {
    const within = await context('one-file');
    expect(await codeOf(runWithin(budget, call('exec cat /dev/zero > file'), within))).toBe('input_bomb');
  });

  it('in many files is stopped too', async () => {
    const within = await context('many-files');
    const script = 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); head -c 1000000 /dev/zero > f$i; echo $i; done';
    expect(await codeOf(runWithin(budget, call(script), within))).toBe('input_bomb');
    expect((await readdir(within.workFolder)).length).toBeLessThan(5000);
  });

  it('but no more than allowed may end', async () => {
    const within = await context('allowed');
    await writeFile(`${within.workFolder}/before`, Buffer.alloc(6 * MiB));
    const { exitCode } = await runWithin(budget, call('head -c 4000000 /dev/zero > file; echo done'), within);
    expect(exitCode).toBe(0);
  });
});
