import { execFile, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError } from '../../../../src/task/errors.ts';
import { convertOffice } from '../../../../tools/libreoffice/convert.ts';
import { closeOfficeHosts } from '../../../../tools/libreoffice/host.ts';
import { findSoffice } from '../../../../tools/libreoffice/soffice.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { Place, WAYS, type Way } from './support.ts';

// Where a password could be seen by others while it is used and after: command lines, environments, names of files, files that
// stay, messages, logs.

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../../../../fixtures/document');
const WRONG = 'wrong-4f1c-password';
const RIGHT = 'pässword';

let place: Place;
const originalTemporary = process.env.TMPDIR;
beforeAll(async () => {
  place = await Place.open();
  process.env.TMPDIR = await place.newFolder('temporary');
});
afterEach(closeOfficeHosts);
afterAll(async () => {
  if (originalTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = originalTemporary;
  await place.close();
});

/** Converts the locked text; how it ended, and where the password was seen meanwhile and after. */
async function convert(way: Way, password: string): Promise<{ error: ConversionError | null; seen: string[] }> {
  const workFolder = await place.newFolder(`work-${way}-${password === RIGHT}`);
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
  const watch = (async () => {
    while (running) for (const where of await sightings(password)) seen.add(where);
  })();
  const [settled] = await Promise.allSettled([convertOffice(job, folder, context, way)]);
  running = false;
  await watch;
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

/** Command lines and environments of all processes that we may read, and names of files in our folders. */
async function sightings(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    for (const file of ['cmdline', 'environ']) {
      const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      if (text.includes(word)) found.push(`${file} of ${pid}`);
    }
  }
  const names = await readdir(place.folder, { recursive: true }).catch(() => []);
  return [...found, ...names.filter((name) => name.includes(word))];
}

describe.skipIf((await findSoffice()) === null)('a password', () => {
  it('control: is seen where it is on a command line or in an environment', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore', argv0: `sleep-${WRONG}`, env: { PASSWORD: WRONG } });
    const path = await place.newFolder(`names-${WRONG}`);
    try {
      await expect.poll(() => sightings(WRONG), { timeout: 30_000 }).toHaveLength(3);
    } finally {
      child.kill();
      await rm(path, { recursive: true });
    }
  });

  it.each(WAYS)('that is wrong is in no message, log, process or file, %s', async (way) => {
    const { error, seen } = await convert(way, WRONG);
    expect(error).toBeInstanceOf(ConversionError);
    expect(error?.code).toBe('input_password_wrong');
    expect(`${error?.message} ${error?.log} ${JSON.stringify(error?.details)} ${error?.stack}`).not.toContain(WRONG);
    expect(seen).toEqual([]);
  });

  it.each(WAYS)('that is right is in no process and no file that stays, %s', async (way) => {
    const { error, seen } = await convert(way, RIGHT);
    expect(error).toBe(null);
    expect(seen).toEqual([]);
  });
});
