import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeFonts, SCRIPTS } from '../../../../tools/programs/libreoffice/fonts.ts';
import { sample } from '../../../support/sample.ts';
import {
  blankCharacters,
  countGlyphs,
  flatText,
  fontsOf,
  lostCharacters,
  officeVersion,
  SENTENCES,
  toPdf,
  UNASSIGNED,
  writeFontconfig,
  writeWord,
} from './fonts-support.ts';

const FONTS = { 'no font': null, Calibri: 'Calibri', Arial: 'Arial', 'Times New Roman': 'Times New Roman' } as const;
/** No Debian package has a harmless outline font of these; `convertd doctor` reports them as missing. */
const NEWEST = 'emoji since 2017';
/**
 * LibreOffice 25.2 loses U+102B, U+102C and U+1038 of Myanmar if the paragraph's font, installed or substituted, is not a Myanmar
 * font; 7.4 does not. They stay if the text's language is set and its font is not installed.
 */
const LOSES_MYANMAR = (await officeVersion()) > 8;
/** Folders of the Liberation fonts in Debian 12 and Debian 13. */
const LIBERATION = ['/usr/share/fonts/truetype/liberation2', '/usr/share/fonts/truetype/liberation'];

let folder: string;
let fontconfigFile: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'convertd-fonts-test-')));
  fontconfigFile = await writeFontconfig(folder, LIBERATION);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Page {
  readonly name: string;
  readonly text: string;
  readonly family: string | null;
}

/** Adds Latin words before and after, like in a paragraph that quotes another script. */
const inParagraph = (text: string) => `Word ${text} word`;

async function flatPages(pages: readonly Page[], options: { fontconfigFile?: string } = {}): Promise<string[]> {
  const paths = pages.map(({ name }) => join(folder, `${name}.fodt`));
  await Promise.all(pages.map(({ text, family }, i) => writeFile(paths[i] ?? '', flatText(text, family))));
  return toPdf(paths, folder, options);
}

/** Returns the names of pages whose characters are not all drawn and found, and what is wrong. */
async function faults(pages: readonly Page[], pdfs: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [index, { name, text }] of pages.entries()) {
    const pdf = pdfs[index] ?? '';
    const { shown, boxes, blank } = await countGlyphs(pdf);
    const lost = await lostCharacters(pdf, text);
    if (shown === 0) wrong.push(`${name}: nothing shown`);
    if (boxes > 0) wrong.push(`${name}: ${boxes} glyphs are boxes`);
    if (blank > blankCharacters(text)) wrong.push(`${name}: ${blank} glyphs are blank`);
    if (lost.length > 0) wrong.push(`${name}: lost ${lost.join('')}`);
  }
  return wrong;
}

function pagesOf(family: string | null, prefix: string): Page[] {
  const left = new Set([NEWEST, ...(LOSES_MYANMAR ? ['Myanmar'] : [])]);
  return SCRIPTS.filter(({ script }) => !left.has(script)).flatMap(({ script }) =>
    SENTENCES[script].map((sentence, index) => ({
      name: `${prefix} ${script} ${index}`,
      text: inParagraph(sentence),
      family,
    })),
  );
}

describe('every script has its glyphs', () => {
  test.each(sample('fonts of paragraphs', Object.entries(FONTS), 1))(
    'in a paragraph with %s',
    async (prefix, family) => {
      const pages = pagesOf(family, prefix);
      expect(await faults(pages, await flatPages(pages))).toEqual([]);
    },
  );

  test('in a docx that names Calibri for Latin text', async () => {
    const pages = sample('scripts in a docx', pagesOf('Calibri', 'docx'), 8);
    const paths = pages.map(({ name }) => join(folder, `${name}.docx`));
    await writeWord(Object.fromEntries(pages.map(({ text }, i) => [paths[i], { text, family: 'Calibri' }])));
    expect(await faults(pages, await toPdf(paths, folder))).toEqual([]);
  });

  test('in a paragraph of Myanmar, in a font that is not installed', async () => {
    const [text = ''] = SENTENCES.Myanmar;
    const page = { name: 'Myanmar of Windows', text: inParagraph(text), family: 'Myanmar Text' };
    const path = join(folder, `${page.name}.fodt`);
    await writeFile(path, flatText(page.text, page.family, { language: 'my', country: 'MM' }));
    expect(await faults([page], await toPdf([path], folder))).toEqual([]);
  });
});

describe('the count can fail', () => {
  test('an unassigned character is a box, or blank where the font’s box is', async () => {
    const pages = Object.entries(FONTS).map(([name, family]) => ({
      name: `unassigned ${name}`,
      text: `Word ${UNASSIGNED} word`,
      family,
    }));
    const wrong = await faults(pages, await flatPages(pages));
    expect(wrong).toEqual(
      pages.map(({ name }) => expect.stringMatching(`^${name}: (1 glyphs are boxes|3 glyphs are blank)`)),
    );
    expect(wrong.join()).toContain('boxes');
  });

  test('with one Latin font installed, every other script is reported', async () => {
    const pages = ['Devanagari', 'Thai', 'Japanese', 'Korean', 'Ethiopic'].map((script) => ({
      name: `hidden ${script}`,
      text: inParagraph(SENTENCES[script as keyof typeof SENTENCES][0] ?? ''),
      family: 'Calibri',
    }));
    const wrong = await faults(pages, await flatPages(pages, { fontconfigFile }));
    for (const { name } of pages) expect(wrong).toContainEqual(expect.stringMatching(`^${name}: .* boxes`));
  });
});

test('Microsoft’s fonts become those that measure the same', async () => {
  const substitutes: readonly [string, string][] = [
    ['Calibri', 'Carlito'],
    ['Cambria', 'Caladea'],
    ['Arial', 'LiberationSans'],
    ['Times New Roman', 'LiberationSerif'],
    ['Courier New', 'LiberationMono'],
  ];
  const pdfs = await flatPages(
    substitutes.map(([family]) => ({ name: `metric ${family}`, text: 'The quick brown fox.', family })),
  );
  const used = await Promise.all(pdfs.map(fontsOf));
  // Debian 13's LibreOffice adds `-Regular` to every name.
  expect(used.map((fonts) => fonts.map((name) => name.replace(/-Regular$/, '')))).toEqual(
    substitutes.map(([, substitute]) => [substitute]),
  );
});

describe('describeFonts', () => {
  test('names a family for each script', async () => {
    const fonts = await describeFonts();
    expect(fonts.map(({ script }) => script)).toEqual(SCRIPTS.map(({ script }) => script));
    expect(fonts.filter(({ family, script }) => family === null && script !== NEWEST)).toEqual([]);
    expect(fonts.find(({ script }) => script === 'Devanagari')?.family).toMatch(/Devanagari/);
  });

  test('names what fontconfig gives for the letter', async () => {
    const given = await Promise.all(
      SCRIPTS.map(async ({ script, sample }) => {
        const pattern = `:charset=${sample.codePointAt(0)?.toString(16)}`;
        const { stdout: known } = await execa('fc-list', [pattern, 'family']);
        const { stdout: family } = await execa('fc-match', ['--format=%{family[0]}', pattern]);
        return { script, family: known === '' ? null : family };
      }),
    );
    expect(await describeFonts()).toEqual(given);
  });

  test('says null where no font has the letter', async () => {
    const fonts = await describeFonts({ fontconfigFile });
    expect(fonts.find(({ script }) => script === 'Latin')?.family).toMatch(/^Liberation/);
    expect(fonts.find(({ script }) => script === 'Japanese')?.family).toBeNull();
    expect(fonts.find(({ script }) => script === 'Thai')?.family).toBeNull();
  });
});
