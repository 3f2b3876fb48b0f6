import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ALL_MUTATORS, mutate, perform } from '../../scripts/fuzz/mutate.ts';
import { largestMutation, MUTATORS } from '../../scripts/fuzz/mutators.ts';
import { membersOf } from '../../scripts/fuzz/packages.ts';
import { planCase } from '../../scripts/fuzz/plan.ts';
import { findSources } from '../../scripts/fuzz/sources.ts';
import { FUZZ_CATEGORIES } from '../../scripts/fuzz/targets.ts';
import { random, randomOfPart } from '../../scripts/random.ts';

const fixture = (name: string) => readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));
const PNG = fixture('image/logo.png');
const JPG = fixture('image/landscape.jpg');
const EPUB = fixture('ebook/voyage.epub');
const RTF = fixture('document/report.rtf');
const TRIES = Array.from({ length: 50 }, (_, seed) => seed);

describe.each(Object.entries(MUTATORS))('%s', (name, mutator) => {
  // Text has numbers only in digits.
  const source = name === 'extreme number' ? RTF : PNG;

  it('makes the same bytes of the same seed, changes them mostly, and leaves the source as it was', () => {
    const before = Buffer.from(source);
    const made = TRIES.map((seed) => mutator(source, random(seed), EPUB));
    expect(TRIES.map((seed) => mutator(source, random(seed), EPUB).equals(made[seed] ?? Buffer.alloc(0)))).toEqual(
      TRIES.map(() => true),
    );
    expect(made.filter((bytes) => !bytes.equals(source)).length).toBeGreaterThan(TRIES.length * 0.8);
    expect(source.equals(before)).toBe(true);
  });

  it('makes nothing larger than is said, of the smallest file too', () => {
    for (const each of [PNG, RTF, Buffer.from('1')]) {
      for (const seed of TRIES) {
        expect(mutator(each, random(seed), JPG).length).toBeLessThanOrEqual(largestMutation(each.length, JPG.length));
      }
    }
  });
});

it('a changed file always differs from its source, and is the same for the same seed', () => {
  for (const source of [PNG, EPUB, RTF, Buffer.from('a')]) {
    for (const seed of TRIES) {
      const { bytes, steps } = mutate(source, randomOfPart(seed, 1), JPG);
      expect(bytes.equals(source)).toBe(false);
      expect(steps.length).toBeGreaterThan(0);
      expect(mutate(source, randomOfPart(seed, 1), JPG)).toEqual({ bytes, steps });
    }
  }
});

it('a package that is changed inside is still one for unzip, with one member that differs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'convertd-fuzz-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = (path: string) => execFileSync('unzip', ['-Z1', path], { encoding: 'utf8' }).trim().split('\n');
  const [source, changed] = [join(folder, 'source.epub'), join(folder, 'changed.epub')];
  writeFileSync(source, EPUB);
  const member = names(source).find((name) => name.endsWith('.opf')) ?? '';
  writeFileSync(changed, perform(EPUB, { member, mutator: 'xml: remove an element', chance: 5 }, EPUB));
  execFileSync('unzip', ['-tqq', changed]);
  expect(names(changed)).toEqual(names(source).filter((name) => !name.endsWith('/')));
  const content = (path: string, name: string) => execFileSync('unzip', ['-p', path, name]);
  const different = names(changed).filter((name) => !content(source, name).equals(content(changed, name)));
  expect(different).toEqual([member]);
  for (const [mutator, left] of [
    ['remove the member', names(changed).filter((name) => name !== member)],
    ['exchange it with another', names(changed)],
  ] as const) {
    writeFileSync(changed, perform(EPUB, { member, mutator, chance: 5 }, EPUB));
    expect(names(changed)).toEqual(left);
  }
});

it('what is no package, or a broken one, is none', () => {
  expect(membersOf(PNG)).toBeNull();
  expect(membersOf(EPUB.subarray(0, 2000))).toBeNull();
});

it('each step of a change can be made again alone', () => {
  for (const seed of TRIES) {
    const { bytes, steps } = mutate(EPUB, random(seed), EPUB);
    const flipped = steps.at(-1)?.mutator === 'flip one bit' ? steps.slice(-1) : steps;
    expect(flipped.reduce<Buffer>((changed, step) => perform(changed, step, EPUB), EPUB).equals(bytes)).toBe(true);
    for (const { mutator, member } of steps) {
      expect(Object.hasOwn(ALL_MUTATORS, mutator) || member !== undefined).toBe(true);
    }
  }
});

it('the cases of a run are the same for the same seed, whichever are asked for, and reach every category', async () => {
  const sources = await findSources(null);
  const categories = Object.keys(FUZZ_CATEGORIES);
  const inWords = (seed: number, index: number) => {
    const { source, other, category, target } = planCase(seed, index, sources, categories);
    return [source.name, other.name, category, target.target].join();
  };
  const all = Array.from({ length: 300 }, (_, index) => inWords(7, index));
  expect(inWords(7, 123)).toBe(all[123]);
  expect(inWords(8, 123)).not.toBe(all[123]);
  expect(new Set(all.map((words) => words.split(',')[2]))).toEqual(new Set(categories));
});

it('a run of another version of Node makes the same bytes', () => {
  const digest = createHash('sha256');
  for (const seed of TRIES) digest.update(mutate(PNG, randomOfPart(seed, 0), JPG).bytes);
  expect(digest.digest('hex')).toBe('8200aec2a71f6ada13cd7cfaad9fbdfacd892cd4a70c6fa9ca9be684abcfd628');
});
