import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { patience } from '../support/slowness.ts';
import { convertd, INPUTS, lastLine, temporaryFolder } from './support.ts';

const MEDIA = { CATEGORIES: 'archive,audio,hash' };
const ABC = join(INPUTS, 'abc.txt');

describe('an installation that CATEGORIES restricts', () => {
  test('refuses to convert to other categories at once, naming the setting', async () => {
    const folder = await temporaryFolder();
    const words = ['convert', ABC, 'document/pdf', '--output', folder, '--json'];
    const { exitCode, stdout } = await convertd(words, { env: MEDIA });
    expect(exitCode).toBe(1);
    expect(lastLine(stdout).errors).toMatchObject([
      {
        code: 'engine_unavailable',
        message: 'This installation does not convert to the category "document": its setting CATEGORIES leaves it out.',
      },
    ]);
  });

  test('converts to those that it offers', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await convertd(['convert', ABC, 'hash/sha256', '--output', folder, '--json'], { env: MEDIA });
    expect(lastLine(stdout).status).toBe('completed');
  });

  test('still does a part of the work with the engine of another category', async () => {
    const folder = await temporaryFolder();
    const words = ['convert', ABC, 'audio/mp3', '-o', 'language_tts=en-GB', '--output', folder, '--json'];
    const { stdout } = await convertd(words, { env: { CATEGORIES: 'audio' } });
    expect(lastLine(stdout)).toMatchObject({ status: 'completed', errors: [] });
  });

  test('marks the others in its catalog, and leaves them out of the JSON', async () => {
    const text = await convertd(['catalog'], { env: MEDIA });
    expect(text.stdout.replace(/\s+/g, ' ')).toContain('(left out here by CATEGORIES=archive,audio,hash)');
    const json = await convertd(['catalog', '--json'], { env: MEDIA });
    const categories = new Set(JSON.parse(json.stdout).map(({ category }: { category: string }) => category));
    expect([...categories].sort()).toEqual(['archive', 'audio', 'hash']);
    expect(json.stderr).toContain('document: left out here by CATEGORIES=archive,audio,hash');
  });

  test('says so in doctor, which looks into the offered ones alone', async () => {
    const { stdout } = await convertd(['doctor', '--json'], { env: { CATEGORIES: 'hash' } });
    const { engines } = JSON.parse(stdout) as { engines: { category: string; available: boolean; reason?: string }[] };
    expect(engines.filter(({ available }) => available).map(({ category }) => category)).toEqual(['hash']);
    expect(engines.find(({ category }) => category === 'image')).toEqual({
      category: 'image',
      available: false,
      reason: 'left out here by CATEGORIES=hash',
      programs: [],
    });
    const text = await convertd(['doctor', '--verbose'], { env: { CATEGORIES: 'hash' } });
    expect(text.stdout).toContain(
      'image\n  left out here by CATEGORIES=hash: every target of this category is refused',
    );
  });
});

test.each([['catalog'], ['doctor'], ['convert', ABC, 'sha256'], ['worker'], ['serve']])(
  'an unknown category in CATEGORIES ends `%s` at the start',
  async (...words) => {
    const folder = await temporaryFolder();
    const env = { CATEGORIES: 'hash,film', AMQP_URL: 'amqp://127.0.0.1:1', DATA_DIR: folder, PORT: '0' };
    const { exitCode, stderr } = await convertd(words, { env, cwd: folder, timeout: patience(60_000) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('CATEGORIES names film, which has no engine here. Possible: archive, audio');
  },
);
