import { mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readyLaunchServer } from '../../../../src/process/supervisor/launch-server.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { convertOffice } from '../../../../tools/programs/libreoffice/convert.ts';
import { closeOfficePools } from '../../../../tools/programs/libreoffice/pool.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { patience } from '../../../support/slowness.ts';
import { IS_7, type Made, orderOf, Place, WAYS, type Way } from './support.ts';

// Documents that end LibreOffice, or that it does not end with, beside and before one that is well.

// The first ends LibreOffice 7.4, not 25.2.
const CRASHING = [...(IS_7 ? ['ods data mapping'] : []), 'docx whole document'];
const SLOW = 'slow formula';
const WELL = 'docx link';

let place: Place;
let files: ReadonlyMap<string, Made>;
let temporary: string;
let runs = 0;
const originalTemporary = process.env.TMPDIR;

beforeAll(async () => {
  place = await Place.open();
  const folder = await place.newFolder('files');
  const made = [
    ...(await place.python<Made[]>('links.py', [folder, 'http://127.0.0.1:9/'])),
    ...(await place.python<Made[]>('bombs.py', [folder, SLOW])),
  ];
  files = new Map(made.map((each) => [each.name, each]));
  // It stays for the next start of a program, with its folder.
  await readyLaunchServer();
  temporary = await place.newFolder('temporary');
  process.env.TMPDIR = temporary;
});
afterEach(async () => {
  await closeOfficePools();
  expect(await readdir(temporary)).toEqual([]);
  expect(await processesIn(place.folder)).toEqual([]);
});
afterAll(async () => {
  if (originalTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = originalTemporary;
  await place.close();
});

/** Converts one of the files; the code it ends with, or the names of what was made. */
async function convert(name: string, way: Way, milliseconds = patience(60_000)): Promise<string> {
  runs += 1;
  const workFolder = join(place.folder, `work-${runs}`);
  const folder = join(workFolder, 'out');
  await mkdir(folder, { recursive: true });
  const made = files.get(name);
  if (made === undefined) throw new Error(`no ${name}`);
  const control = new AbortController();
  const reason = new ConversionError('conversion_timeout', 'The task took too long.');
  const timer = setTimeout(() => control.abort(reason), milliseconds);
  const scope = { workFolder, readable: [made.path], signal: control.signal };
  const { context } = engineTask(scope);
  const { input, load, store } = orderOf(made);
  try {
    await convertOffice({ input, name: basename(input), load, store }, folder, context, way);
    return (await readdir(folder)).sort().join(' ');
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    expect(await readdir(workFolder)).toEqual(['out']);
    expect(error.message).not.toContain(place.folder);
    return error.code;
  } finally {
    clearTimeout(timer);
  }
}

/** Processes that run or were started in a folder, this one apart. */
async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const isIn = async (pid: number) => {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    return cwd.startsWith(folder) || environment.includes(`HOME=${folder}`);
  };
  const found = await Promise.all(pids.map(async (pid) => ((await isIn(pid)) ? [pid] : [])));
  return found.flat().filter((pid) => pid !== process.pid);
}

const DONE = 'out.odt out.pdf';

describe.skipIf((await findSoffice()) === null).each(WAYS)('LibreOffice %s', (way) => {
  it.each(CRASHING)('that %s ends: engine_crashed, and the jobs beside and after it are right', async (name) => {
    const together = await Promise.all([convert(WELL, way), convert(name, way), convert(WELL, way)]);
    // Run cold, LibreOffice tells by its exit code that it gave up.
    const code = together[1] === 'conversion_failed' && way === 'cold' ? 'engine_crashed' : together[1];
    expect([together[0], code, together[2]]).toEqual([DONE, 'engine_crashed', DONE]);
    expect(await convert(WELL, way)).toBe(DONE);
  });

  it('that does not end is ended at the time limit, and the jobs beside and after it are right', async () => {
    const beside = async () => [await convert(WELL, way), await convert(WELL, way)];
    const [slow, ...rest] = await Promise.all([convert(SLOW, way, 10_000), beside()]);
    expect([slow, ...rest.flat()]).toEqual(['conversion_timeout', DONE, DONE]);
    expect(await convert(WELL, way)).toBe(DONE);
  });
});

describe.skipIf((await findSoffice()) === null)('the host that stays', () => {
  it('keeps only its parked child and no file of a job that crashed or was ended', async () => {
    const [first] = await Promise.all([convert(WELL, 'warm'), convert(CRASHING[0] ?? '', 'warm')]);
    expect(first).toBe(DONE);
    // A child is buried just after its answer.
    await sleep(patience(500));
    const before = await processesIn(temporary);
    expect(before.length).toBeGreaterThan(1);
    expect(await convert(SLOW, 'warm', 3000)).toBe('conversion_timeout');
    expect(await convert(CRASHING.at(-1) ?? '', 'warm')).toBe('engine_crashed');
    await expect.poll(() => processesIn(temporary)).toHaveLength(before.length);
    const [host = ''] = await readdir(temporary);
    // The folders of the next job are made ahead, and empty.
    for (const kind of ['jobs', 'inputs']) {
      const left = async () => (await readdir(join(temporary, host, kind))).filter((name) => /^\d+$/.test(name));
      await expect.poll(left).toHaveLength(1);
      const [next = ''] = await left();
      expect(await readdir(join(temporary, host, kind, next))).toEqual([]);
    }
    const program = (await readdir(join(temporary, host))).find((name) => name.startsWith('jobs.program-')) ?? '';
    const home = async () => readdir(join(temporary, host, program, 'home'));
    await expect.poll(async () => (await home()).filter((name) => name.startsWith('job-'))).toEqual([]);
  });

  it('loses one job, killed from outside, and no other', async () => {
    const slow = convert(SLOW, 'warm');
    const well = await convert(WELL, 'warm');
    await expect.poll(() => busiest(temporary)).toBeGreaterThan(0);
    const beside = convert(WELL, 'warm');
    process.kill(await busiest(temporary), 'SIGSEGV');
    expect([await slow, well, await beside]).toEqual(['engine_crashed', DONE, DONE]);
  });
});

/** The child that has used more than a second of processor time in its job's folder; 0: none yet. */
async function busiest(folder: string): Promise<number> {
  for (const pid of await processesIn(folder)) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    const [, after = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ');
    const ticks = Number(after.split(' ')[11] ?? 0);
    if (basename(dirname(cwd)) === 'jobs' && ticks > 100) return pid;
  }
  return 0;
}
