import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { judge } from '../../scripts/fuzz/judge.ts';
import { observe } from '../../scripts/fuzz/observe.ts';
import { extensionOfSeed, fileOfSeed, readSeeds } from '../../scripts/fuzz/seeds.ts';
import { FUZZ_CATEGORIES } from '../../scripts/fuzz/targets.ts';

const { CORPORA_DIR } = process.env;
const corpora = CORPORA_DIR ? resolve(CORPORA_DIR) : null;

it.each((await readSeeds()).map((seed) => [seed.name, seed] as const))(
  'what was once found is in order: %s',
  async (_, seed) => {
    const bytes = await fileOfSeed(seed, corpora);
    // The seed is made from a corpus file that is missing here.
    if (bytes === null) return;
    const { category, target, options = {}, password = null } = seed;
    const check = FUZZ_CATEGORIES[category]?.targets.find((known) => known.target === target)?.check ?? null;
    const folder = await mkdtemp(join(tmpdir(), 'convertd-fuzz-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const trial = { input: `input${extensionOfSeed(seed)}`, category, target, options, password, check };
    expect(judge(await observe(trial, bytes, join(folder, 'case')), password)).toEqual([]);
  },
);

it('a seed whose source or mutator has changed is not tried as something else', async () => {
  const [seed] = (await readSeeds()).filter(({ source }) => source.startsWith('fixtures/'));
  if (seed === undefined) throw new Error('there is no seed of a fixture');
  await expect(fileOfSeed({ ...seed, source: 'fixtures/image/logo.png' }, null)).rejects.toThrow(
    /no member|another file/,
  );
  await expect(fileOfSeed({ ...seed, source: 'fixtures/none.png' }, null)).rejects.toThrow('is missing');
  expect(await fileOfSeed({ ...seed, source: 'corpora/a.docx' }, null)).toBeNull();
});
