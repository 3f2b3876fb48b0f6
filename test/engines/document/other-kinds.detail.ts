import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { convert, fixture, makeScratch, onlyOutput, read, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** A book by a program that is not of the document category. */
async function makeBook(extension: string): Promise<string> {
  const path = scratch.path(`book.${extension}`);
  await execa('/usr/bin/ebook-convert', [fixture('page.html'), path, '--title', 'A book'], {
    env: { QT_QPA_PLATFORM: 'offscreen' },
  });
  return path;
}

async function makeTone(): Promise<string> {
  const path = scratch.path('tone.wav');
  await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', path]);
  return path;
}

const WORDS = ['Zwölf Boxkämpfer', 'καλημέρα', 'Plum'];

describe('a book', () => {
  it.each(['pdf', 'odt', 'md'] as const)('becomes a document: %s', async (target) => {
    const made = onlyOutput(await convert(scratch, await makeBook('epub'), { target }));
    const { text } = await read(made, target);
    for (const words of WORDS) expect(text).toContain(words);
  });
});

describe('sound', () => {
  it('without language_stt is refused, and the option is named', async () => {
    const error = await errorOf(convert(scratch, await makeTone(), { target: 'docx' }));
    expect([error.code, error.details]).toEqual(['input_wrong_type', { option: 'language_stt' }]);
  });

  it('language_stt for a document has no effect, and a warning says so', async () => {
    const options = { language_stt: 'en-US' };
    const { warnings } = await convert(scratch, fixture('letter.txt'), { target: 'pdf', options });
    expect(warnings).toContainEqual(expect.objectContaining({ details: { option: 'language_stt' } }));
  });
});
