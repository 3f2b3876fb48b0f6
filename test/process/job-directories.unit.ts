import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  type JobDirectory,
  type JobDirectoryOptions,
  OwnJobDirectory,
  SharedJobDirectory,
} from '../../src/process/pool/job-directories.ts';

let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  for (const folder of ['jobs', 'inputs', 'program', 'task']) await mkdir(join(base, folder));
  await writeFile(join(base, 'task', 'photo.jpg'), 'a photo');
  await writeFile(join(base, 'program', 'data'), 'of the program');
});

afterEach(() => rm(base, { recursive: true, force: true }));

const optionsWith = (more: Partial<JobDirectoryOptions> = {}): JobDirectoryOptions => ({
  jobs: join(base, 'jobs'),
  inputs: join(base, 'inputs'),
  readable: [join(base, 'program')],
  isLinked: true,
  ...more,
});

const ANY_SIZE = Number.POSITIVE_INFINITY;

const KINDS: Readonly<Record<string, (options: JobDirectoryOptions) => JobDirectory>> = {
  'shared by the jobs of a process': (options) => new SharedJobDirectory(options),
  "of a job's own": (options) => new OwnJobDirectory(options, '1'),
};

describe.each(Object.entries(KINDS))('a place %s', (_, placeOf) => {
  it('holds links to inputs where they are, or to their doubles, and nothing after the job', async () => {
    const place = placeOf(optionsWith());
    const inputs = { 'a.jpg': join(base, 'task', 'photo.jpg'), b: join(base, 'program', 'data') };
    const given = await place.give(inputs, ANY_SIZE);
    expect(given).toEqual({ 'a.jpg': expect.stringMatching(/\/inputs\/.*\.jpg$/), b: inputs.b });
    expect(await readFile(join(place.folder, 'a.jpg'), 'utf8')).toBe('a photo');
    expect(await readlink(join(place.folder, 'b'))).toBe(inputs.b);
    await place.clear();
    expect([...(await readdir(join(base, 'jobs'))), ...(await readdir(join(base, 'inputs')))]).toEqual([]);
    expect(await readFile(inputs['a.jpg'], 'utf8')).toBe('a photo');
  });

  it('moves what a job made, in folders too, to a folder that may be missing', async () => {
    const place = placeOf(optionsWith());
    await place.give({ input: join(base, 'task', 'photo.jpg') }, ANY_SIZE);
    await writeFile(join(place.folder, 'result'), 'made');
    await mkdir(join(place.folder, 'sub', 'empty'), { recursive: true });
    await writeFile(join(place.folder, 'sub', 'page'), 'made too');
    await place.moveTo(join(base, 'results', 'here'));
    await place.clear();
    expect((await readdir(join(base, 'results'), { recursive: true })).sort()).toEqual([
      'here',
      'here/result',
      'here/sub',
      'here/sub/empty',
      'here/sub/page',
    ]);
    expect(await readdir(join(base, 'jobs'))).toEqual([]);
  });

  it('refuses to move a link, and removes it', async () => {
    const place = placeOf(optionsWith());
    await place.give({}, ANY_SIZE);
    await symlink(join(base, 'task', 'photo.jpg'), join(place.folder, 'result'));
    await expect(place.moveTo(join(base, 'results'))).rejects.toMatchObject({ code: 'internal' });
    await place.clear();
    expect(await readdir(join(base, 'jobs'))).toEqual([]);
    expect(await readFile(join(base, 'task', 'photo.jpg'), 'utf8')).toBe('a photo');
  });

  it('does not lead where a link in place of an input leads', async () => {
    await symlink(join(base, 'task', 'photo.jpg'), join(base, 'task', 'link'));
    const place = placeOf(optionsWith());
    const { input = '' } = await place.give({ input: join(base, 'task', 'link') }, ANY_SIZE);
    // For the process, which sees nothing else of that folder, the link leads nowhere.
    expect(await readlink(input)).toBe(join(base, 'task', 'photo.jpg'));
    await place.clear();
    expect(await readdir(join(base, 'inputs'))).toEqual([]);
  });
});

describe('the place shared by the jobs of a process', () => {
  it('makes no links for a process that is told the paths', async () => {
    const place = new SharedJobDirectory(optionsWith({ isLinked: false }));
    const { input = '' } = await place.give({ input: join(base, 'task', 'photo.jpg') }, ANY_SIZE);
    expect(await readFile(input, 'utf8')).toBe('a photo');
    expect(await readdir(place.folder)).toEqual([]);
    await place.clear();
    await expect(readFile(input)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('gives each job doubles of its own', async () => {
    const place = new SharedJobDirectory(optionsWith());
    const paths = new Set<string>();
    for (let job = 0; job < 3; job += 1) {
      paths.add((await place.give({ input: join(base, 'task', 'photo.jpg') }, ANY_SIZE)).input ?? '');
      await place.clear();
    }
    expect(paths.size).toBe(3);
  });

  it('keeps nothing that a program leaves at its start or after a job, whatever that is', async () => {
    await writeFile(join(base, 'jobs', 'core'), 'of the start');
    const place = new SharedJobDirectory(optionsWith());
    await place.give({ input: join(base, 'task', 'photo.jpg') }, ANY_SIZE);
    expect(await readdir(place.folder)).toEqual(['input']);
    // A folder instead of the link, and a folder that may not be entered.
    await rm(join(place.folder, 'input'));
    for (const folder of ['input', 'locked']) await mkdir(join(place.folder, folder, 'deep'), { recursive: true });
    await symlink(join(base, 'task'), join(place.folder, 'way'));
    await chmod(join(place.folder, 'locked'), 0);
    await place.clear();
    expect(await readdir(place.folder)).toEqual([]);
    expect(await readdir(join(base, 'task'))).toEqual(['photo.jpg']);
    await place.give({}, ANY_SIZE);
    await place.moveTo(join(base, 'results'));
    expect(await readdir(base)).not.toContain('results');
  });

  it('copies a file that cannot be linked if it is not too large, and no link', async () => {
    const elsewhere = await mkdtemp('/dev/shm/convertd-test-');
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
    const path = join(elsewhere, 'photo.jpg');
    await writeFile(path, 'a photo');
    const place = new SharedJobDirectory(optionsWith());
    await expect(place.give({ input: path }, 6)).rejects.toThrow('too large to be copied');
    await place.clear();
    const { input = '' } = await place.give({ input: path }, 7);
    expect(await readFile(input, 'utf8')).toBe('a photo');
    await place.clear();
    await expect(place.give({ input: '/proc/self' }, ANY_SIZE)).rejects.toMatchObject({ code: 'internal' });
    await place.clear();
    expect(await readdir(join(base, 'inputs'))).toEqual([]);
  });
});
