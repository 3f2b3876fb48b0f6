import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TTS_LOCALES } from '../../../../../src/languages.ts';
import { describeReadingAloud, parseVoices } from '../../../../../tools/programs/speech/tts/describe.ts';
import { loadKanaReader } from '../../../../../tools/programs/speech/tts/text/kana.ts';
import { toPinyin } from '../../../../../tools/programs/speech/tts/text/pinyin.ts';
import { VOICES } from '../../../../../tools/programs/speech/tts/voices.ts';
import { sample } from '../../../../support/sample.ts';
import { SENTENCES } from './support.ts';

const execute = promisify(execFile);

/** Returns the phonemes of an espeak-ng voice, in the International Phonetic Alphabet. */
async function phonemes(voice: string, text: string): Promise<string> {
  const { stdout } = await execute('espeak-ng', ['-q', '-m', '--ipa', '-v', voice, text]);
  return stdout;
}

/** Marker of a change to another voice, for words that the voice cannot read: `(en)`. */
const OTHER_VOICE = /\([a-z-]+\)/;

let read: Readonly<Record<(typeof VOICES)[keyof typeof VOICES]['reading'], (text: string) => string>>;

beforeAll(async () => {
  read = { letters: (text) => text, pinyin: toPinyin, kana: await loadKanaReader() };
});

describe('voices of the 40 locales', () => {
  it('exist in espeak-ng', async () => {
    const { stdout } = await execute('espeak-ng', ['--voices']);
    const installed = parseVoices(stdout);
    expect(installed.has('klingon')).toBe(false);
    for (const locale of TTS_LOCALES) expect(installed.has(VOICES[locale].name), locale).toBe(true);
  });

  it.each(sample('voices', TTS_LOCALES, 5))(
    '%s is said otherwise than in British English, and by one voice',
    async (locale) => {
      const { name, reading } = VOICES[locale];
      const text = read[reading](SENTENCES[locale]);
      const own = await phonemes(name, text);
      expect(own).not.toMatch(OTHER_VOICE);
      if (name !== 'en-gb') expect(own).not.toBe(await phonemes('en-gb', text));
    },
  );

  it('Japanese and Chinese need their readings: without, the voices fall back to English', async () => {
    expect(await phonemes('ja', SENTENCES['ja-JP'])).toMatch(OTHER_VOICE);
    expect(await phonemes('cmn', SENTENCES['zh-CN'])).toMatch(OTHER_VOICE);
  });

  it('are named by doctor, as working', async () => {
    const rows = await describeReadingAloud();
    expect(rows.map(({ name }) => name).slice(0, 2)).toEqual(['espeak-ng', 'voices to read aloud']);
    expect(rows[1]?.version).toBe(`for ${TTS_LOCALES.join(' ')}`);
  });

  it('are not all: doctor names what gets the text out of documents and books, missing or not', async () => {
    vi.stubEnv('SOFFICE_BIN', '/nowhere/soffice');
    onTestFinished(() => void vi.unstubAllEnvs());
    const rows = new Map((await describeReadingAloud()).map((row) => [row.name, row]));
    const neededFor = ['audio/* language_tts from documents, sheets and presentations'];
    expect(rows.get('LibreOffice')).toMatchObject({ version: null, need: 'optional', neededFor });
    expect(rows.get('calibre')).toMatchObject({ version: expect.stringMatching(/^\d/), need: 'optional' });
    expect(rows.get('pdftotext')).toMatchObject({ version: expect.stringMatching(/^\d/), need: 'optional' });
  });
});
