import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AbandonedFolders, markOwner } from '../../src/process/folders/abandoned.ts';
import { testFolder, waitFor } from '../worker/support.ts';

const LONG_AGO = new Date(0);
const STILL_MS = 5 * 60_000;
/** Greater than the largest process id on Linux. */
const NO_PROCESS = 5_000_000;
const ELSEWHERE = 'another-boot pid:[1]';

/** Folders of owners, and an observer with its own clock. */
async function observed() {
  const parent = await testFolder();
  let time = 1000;
  const make = async (name: string) => {
    await mkdir(join(parent, name, 'task'), { recursive: true });
    return join(parent, name);
  };
  const start = async (name: string, beatMs?: number) => {
    const folder = await make(name);
    const end = await markOwner(folder, beatMs);
    onTestFinished(end);
    return { folder, end };
  };
  return {
    parent,
    make,
    start,
    /** Changes the mark of an owner. */
    remark: async (folder: string, changes: object) => {
      const mark = JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8'));
      await writeFile(join(folder, 'owner.json'), JSON.stringify({ ...mark, ...changes }));
    },
    folders: new AbandonedFolders(parent, ['worker-'], { stillMs: STILL_MS, now: () => time }),
    pass: (ms: number) => {
      time += ms;
    },
    left: async () => (await readdir(parent)).sort(),
  };
}

describe('an owner that can be looked up', () => {
  it('keeps its folder while it runs, whatever its times say and however long nothing changes', async () => {
    const { start, folders, pass, left } = await observed();
    const { folder } = await start('worker-alive');
    for (const path of [folder, join(folder, 'owner.json')]) await utimes(path, LONG_AGO, LONG_AGO);
    for (let looks = 0; looks < 3; looks += 1) {
      await folders.look();
      pass(STILL_MS);
    }
    expect(await left()).toEqual(['worker-alive']);
  });

  it.each([
    ['is gone', { pid: NO_PROCESS }],
    ['has given its id to another process', { started: '1' }],
  ])('that %s has its folder removed at the first look, however young that is', async (_, changes) => {
    const { start, remark, folders, left } = await observed();
    const { folder, end } = await start('worker-dead');
    end();
    await folders.look();
    expect(await left()).toEqual(['worker-dead']);
    await remark(folder, changes);
    await folders.look();
    expect(await left()).toEqual([]);
  });

  it('has its folder alone: other names, files and folders of no owner stay', async () => {
    const { start, remark, folders, left, parent } = await observed();
    for (const name of ['worker-dead', 'other-dead']) {
      const { folder, end } = await start(name);
      end();
      await remark(folder, { pid: NO_PROCESS });
    }
    await writeFile(join(parent, 'worker-file'), '');
    await mkdir(join(parent, 'worker-unmarked'));
    await folders.look();
    expect(await left()).toEqual(['other-dead', 'worker-file', 'worker-unmarked']);
  });
});

describe('an owner that cannot be looked up', () => {
  it.each([
    ['of another container', JSON.stringify({ namespace: ELSEWHERE, pid: 1, started: '1', beat: '000000000000' })],
    ['that cannot read /proc', JSON.stringify({ namespace: null, pid: 1, started: null, beat: '000000000000' })],
    ['of an earlier version', JSON.stringify({ namespace: ELSEWHERE, pid: 1, started: '1' })],
    ['with a damaged mark', '{"namespace": "'],
    ['without a mark', null],
  ])('%s loses its folder when an observer has seen no change for five minutes of its own clock', async (_, mark) => {
    const { make, folders, pass, left } = await observed();
    const folder = await make('worker-left');
    if (mark !== null) await writeFile(join(folder, 'owner.json'), mark);
    // The age does not matter.
    await utimes(folder, LONG_AGO, LONG_AGO);
    await folders.look();
    pass(STILL_MS - 1);
    await folders.look();
    expect(await left()).toEqual(['worker-left']);
    pass(1);
    await folders.look();
    expect(await left()).toEqual([]);
  });

  it('keeps its folder while its mark changes, though a program sets its times back', async () => {
    const { start, remark, folders, pass, left } = await observed();
    const { folder } = await start('worker-elsewhere');
    for (let beat = 1; beat < 5; beat += 1) {
      await remark(folder, { namespace: ELSEWHERE, beat: String(beat) });
      for (const path of [folder, join(folder, 'owner.json')]) await utimes(path, LONG_AGO, LONG_AGO);
      await folders.look();
      expect(await left()).toEqual(['worker-elsewhere']);
      pass(STILL_MS);
    }
    await folders.look();
    expect(await left()).toEqual([]);
  });

  it('keeps it while its time changes, by which earlier versions show that they live', async () => {
    const { make, folders, pass, left } = await observed();
    const folder = await make('worker-earlier');
    for (let beat = 1; beat < 5; beat += 1) {
      await utimes(folder, beat, beat);
      await folders.look();
      pass(STILL_MS);
    }
    expect(await left()).toEqual(['worker-earlier']);
  });

  it('is not mistaken for one that had a folder of the same name', async () => {
    const { parent, make, folders, pass, left } = await observed();
    const first = await make('worker-a');
    await utimes(first, LONG_AGO, LONG_AGO);
    await folders.look();
    await rename(first, join(parent, 'moved'));
    await utimes(await make('worker-a'), LONG_AGO, LONG_AGO);
    pass(STILL_MS);
    await folders.look();
    expect(await left()).toEqual(['moved', 'worker-a']);
  });
});

it('an owner changes its mark in place, which stays whole and equally long', async () => {
  const { start } = await observed();
  const { folder, end } = await start('worker-alive', 5);
  const read = () => readFile(join(folder, 'owner.json'), 'utf8');
  const seen = new Set<string>();
  await waitFor(async () => seen.add(await read()).size > 3, 'the mark to change three times');
  end();
  expect(new Set([...seen].map((text) => text.length)).size).toBe(1);
  for (const text of seen) expect(JSON.parse(text)).toMatchObject({ pid: process.pid });
  expect(await readdir(folder)).toEqual(['owner.json', 'task']);
});

it('an observer looks again by itself until it is ended', async () => {
  const { make, left, parent } = await observed();
  const folders = new AbandonedFolders(parent, ['worker-'], { stillMs: 20 });
  const end = folders.watch(5);
  onTestFinished(end);
  await make('worker-left');
  await waitFor(async () => (await left()).length === 0, 'the folder to go');
  end();
});
