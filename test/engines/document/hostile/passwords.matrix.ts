import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readyLaunchServer } from '../../../../src/process/supervisor/launch-server.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { convertOffice } from '../../../../tools/programs/libreoffice/convert.ts';
import { closeOfficePools } from '../../../../tools/programs/libreoffice/pool.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { sample } from '../../../support/sample.ts';
import { WAYS, type Way } from './support.ts';

// Where a password could be seen by others while it is used and after: command lines, environments, names of files, files that
// stay, messages, logs.

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../../../../fixtures/document');
const WRONG = 'wrong-4f1c-password';
const RIGHT = 'pässword';
/** Between two looks at the processes that a conversion started. */
const LOOK_EVERY_MS = 20;

let scratch: ScratchFolder;
const originalTemporary = process.env.TMPDIR;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('passwords'));
  await closeOfficePools();
  // It stays for later tests, with its folder.
  await readyLaunchServer();
  process.env.TMPDIR = await newFolder('temporary');
});
afterAll(async () => {
  await closeOfficePools();
  if (originalTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = originalTemporary;
  await scratch.remove();
});

async function newFolder(name: string): Promise<string> {
  await mkdir(scratch.path(name));
  return scratch.path(name);
}

/** Converts the locked text; how it ended, and where the password was seen meanwhile and after. */
async function convert(way: Way, password: string): Promise<{ error: ConversionError | null; seen: string[] }> {
  const workFolder = await mkdtemp(scratch.path(`work-${way}-`));
  const folder = join(workFolder, 'out');
  await mkdir(folder);
  const input = join(FIXTURES, 'locked.odt');
  const scope = { workFolder, readable: [input], signal: new AbortController().signal };
  const { context } = engineTask(scope);
  const job = {
    input,
    name: 'locked.odt',
    load: { filter: 'writer8', password },
    store: [{ name: 'out.pdf', filter: 'writer_pdf_Export' }],
  };
  const seen = new Set<string>();
  let running = true;
  const older: ReadonlySet<string> = new Set(await processIds());
  const watch = (async () => {
    while (running) {
      for (const where of await sightings(password, await startedHere(older))) seen.add(where);
      await setTimeout(LOOK_EVERY_MS);
    }
  })();
  const [settled] = await Promise.allSettled([convertOffice(job, folder, context, way)]);
  running = false;
  await watch;
  for (const where of await sightings(password, await startedHere(older))) seen.add(where);
  const { stdout } = await promisify(execFile)('grep', [
    '-rlaF',
    password,
    workFolder,
    String(process.env.TMPDIR),
  ]).catch((error) => ({ stdout: String(error.stdout) }));
  if (stdout !== '') seen.add(`files: ${stdout}`);
  const error = settled.status === 'rejected' ? (settled.reason as ConversionError) : null;
  return { error, seen: [...seen] };
}

const processIds = async (): Promise<string[]> => (await readdir('/proc')).filter((name) => /^\d+$/.test(name));

/**
 * The processes that this one started, and orphans that are none of `older`. Others of the machine do not count: a test beside
 * this one may have the same password in the arguments of a program that checks its output.
 */
async function startedHere(older: ReadonlySet<string>): Promise<string[]> {
  const parents = new Map<string, string>();
  for (const pid of await processIds()) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    parents.set(pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '0');
  }
  const isOurs = (pid: string): boolean => {
    const parent = parents.get(pid) ?? '0';
    if (parent === String(process.pid)) return true;
    return parent === '0' || parent === '1' ? !older.has(pid) : isOurs(parent);
  };
  return [...parents.keys()].filter(isOurs);
}

/** Command lines and environments of processes, of all that we may read if not given, and names of files in our folders. */
async function sightings(word: string, pids?: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const pid of pids ?? (await processIds())) {
    for (const file of ['cmdline', 'environ']) {
      const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      if (text.includes(word)) found.push(`${file} of ${pid}`);
    }
  }
  const names = await readdir(scratch.folder, { recursive: true }).catch(() => []);
  return [...found, ...names.filter((name) => name.includes(word))];
}

const PASSWORDS = { wrong: WRONG, right: RIGHT } as const;
const TRIED = sample('passwords in sight', WAYS, 1).flatMap((way) =>
  (['wrong', 'right'] as const).map((kind) => ({ kind, way })),
);

describe.skipIf((await findSoffice()) === null)('a password', () => {
  it('control: is seen where it is on a command line or in an environment', async () => {
    const child = spawn('sleep', ['3600'], { stdio: 'ignore', argv0: `sleep-${WRONG}`, env: { PASSWORD: WRONG } });
    const path = await newFolder(`names-${WRONG}`);
    try {
      await expect.poll(() => sightings(WRONG)).toHaveLength(3);
    } finally {
      child.kill();
      await rm(path, { recursive: true });
    }
  });

  it.each(TRIED)('that is $kind is in no message, log, process or file, $way', async ({ kind, way }) => {
    const { error, seen } = await convert(way, PASSWORDS[kind]);
    expect(seen).toEqual([]);
    if (kind === 'right') {
      expect(error).toBe(null);
      return;
    }
    expect(error).toBeInstanceOf(ConversionError);
    expect(error?.code).toBe('input_password_wrong');
    expect(`${error?.message} ${error?.log} ${JSON.stringify(error?.details)} ${error?.stack}`).not.toContain(WRONG);
  });
});
