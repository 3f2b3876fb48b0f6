import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { below, random } from '../../../../../scripts/random.ts';
import { bothFacts } from './compare.ts';
import { GENERATED } from './generated.ts';

const run = promisify(execFile);
const corpora = process.env.CORPORA_DIR;
/** Number of changed files per generated file. */
const CHANGES = 5;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-headers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.skipIf(corpora === undefined)(
  'every file of the corpora that is read without ffprobe is read as by it',
  async () => {
    const names = await readdir(corpora ?? '', { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    let known = 0;
    for (const path of files) {
      const { read, probed } = await bothFacts(path);
      if (read === null) continue;
      known += 1;
      expect({ path, facts: read }).toEqual({ path, facts: probed });
    }
    expect(known).toBeGreaterThan(0);
  },
);

/** The engine converts nothing from a file that ffprobe refuses, whichever reader was first. */
it('changed headers are read as by ffprobe, or left to it', async () => {
  const sound = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=d=2.5:r=44100:a=0.3:seed=7,aformat=channel_layouts=stereo',
  ];
  const plain = GENERATED.filter((each) => each.plain);
  await run('ffmpeg', [...sound, ...plain.flatMap(({ name, args }) => [...args, join(folder, name)])]);
  const chance = random(20_260_101);
  let known = 0;
  for (const { name } of plain) {
    const bytes = await readFile(join(folder, name));
    for (let change = 0; change < CHANGES; change += 1) {
      const changed = Buffer.from(bytes);
      const at = below(chance, Math.min(400, changed.length));
      changed[at] = below(chance, 256);
      const path = join(folder, `changed${extname(name)}`);
      await writeFile(path, changed);
      const { read, probed } = await bothFacts(path);
      if (read === null) continue;
      known += 1;
      expect({ name, at, value: changed[at], facts: read }).toEqual({ name, at, value: changed[at], facts: probed });
    }
  }
  expect(known).toBeGreaterThan(plain.length);
});
