import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { choice, delays, list, text, wholeNumber } from '../../src/settings/kinds.ts';
import { overlay, readSettings } from '../../src/settings/read.ts';

const GROUP = {
  NUMBER: wholeNumber({ meaning: 'a number', fallback: 7 }),
  WORD: choice(['one', 'two'])({ meaning: 'a word', fallback: null }),
  ITEMS: list({ meaning: 'items', fallback: ['x'], shown: 'x' }),
  PAUSES: delays({ meaning: 'pauses', fallback: [1000] }, 2),
  SECRET: text({ meaning: 'a secret', fallback: null, isSecret: true }),
};

describe('a group of settings', () => {
  it('holds its fallbacks where nothing is set, and an empty text is nothing but for a list of pauses', () => {
    const unset = { NUMBER: 7, WORD: null, ITEMS: ['x'], PAUSES: [1000], SECRET: null };
    expect(readSettings({}, GROUP)).toEqual(unset);
    expect(readSettings({ NUMBER: '', WORD: '', ITEMS: '', PAUSES: '', SECRET: '' }, GROUP)).toEqual({
      ...unset,
      PAUSES: [],
    });
  });

  it('holds typed values', () => {
    const env = { NUMBER: '12', WORD: 'two', ITEMS: ' a, b ,', PAUSES: '0.5, 2', SECRET: 's' };
    expect(readSettings(env, GROUP)).toEqual({
      NUMBER: 12,
      WORD: 'two',
      ITEMS: ['a', 'b'],
      PAUSES: [500, 2000],
      SECRET: 's',
    });
  });

  it('reports all that are wrong together, a line each', () => {
    expect(() => readSettings({ NUMBER: '1.5', WORD: 'three', PAUSES: '1,2,3' }, GROUP)).toThrow(
      'NUMBER must be a whole number above 0, not "1.5"\nWORD must be one of one, two, not "three"\nPAUSES must be at most 2 pauses, not 3',
    );
  });

  it('reads a secret from the file that is named instead, without its last line break', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'convertd-settings-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'secret');
    await writeFile(file, 'from a file\n');
    expect(readSettings({ SECRET_FILE: file }, GROUP).SECRET).toBe('from a file');
    expect(readSettings({ SECRET_FILE: file, SECRET: 'given' }, GROUP).SECRET).toBe('given');
    expect(readSettings({ WORD_FILE: file }, GROUP).WORD).toBeNull();
    expect(() => readSettings({ SECRET_FILE: `${file}s` }, GROUP)).toThrow(/^SECRET_FILE names .*ENOENT/);
  });

  it('is overlaid by flags that are given', () => {
    expect(readSettings(overlay({ NUMBER: '1', WORD: 'one' }, { NUMBER: '2', WORD: undefined }), GROUP)).toMatchObject({
      NUMBER: 2,
      WORD: 'one',
    });
  });
});
