import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Script } from '../../../../tools/programs/libreoffice/fonts.ts';

const execute = promisify(execFile);

/** Sentences for the tests, each with letters that only its language has, conjuncts and digits. */
export const SENTENCES: Readonly<Record<Script, readonly string[]>> = {
  Latin: [
    'Schöne Grüße, façade, ñandú, łódź.',
    'Tiếng Việt: người dùng thưởng thức phở ngon.',
    'Iğdır’ın ışığı çok güçlü, şöyle İstanbul.',
  ],
  Greek: ['Καλημέρα κόσμε, ἄνθρωπος καὶ ᾠδή.'],
  Cyrillic: ['Съешь ещё этих булок. Ґанок, їжак, ђак, Қазақ.'],
  Armenian: ['Բարեւ աշխարհ, սա փորձ է։'],
  Georgian: ['გამარჯობა მსოფლიო, ეს ცდაა.'],
  Hebrew: ['שָׁלוֹם עולם, זה מבחן.'],
  Arabic: ['مرحبًا بالعالم، هذا اختبارٌ. ١٢٣', 'سلام دنیا، پژوهش گچ می\u200cشود. ۱۲۳'],
  Urdu: ['ہیلو دنیا، یہ ایک ٹیسٹ ہے، ڈاکٹر بڑے گھر۔'],
  Devanagari: ['नमस्ते दुनिया, यह एक परीक्षण है। क्षत्रिय ज्ञान १२३'],
  Bengali: ['ওহে বিশ্ব, এটি একটি পরীক্ষা। ক্ষমা ১২৩'],
  Gurmukhi: ['ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ ਦੁਨੀਆ, ਇਹ ਇੱਕ ਪਰਖ ਹੈ।'],
  Gujarati: ['નમસ્તે દુનિયા, આ એક પરીક્ષણ છે.'],
  Odia: ['ନମସ୍କାର ଦୁନିଆ, ଏହା ଏକ ପରୀକ୍ଷା।'],
  Tamil: ['வணக்கம் உலகம், இது ஒரு சோதனை.'],
  Telugu: ['నమస్కారం ప్రపంచం, ఇది ఒక పరీక్ష.'],
  Kannada: ['ನಮಸ್ಕಾರ ಪ್ರಪಂಚ, ಇದು ಒಂದು ಪರೀಕ್ಷೆ.'],
  Malayalam: ['നമസ്കാരം ലോകം, ഇതൊരു പരീക്ഷണമാണ്. അവൻ'],
  Sinhala: ['ආයුබෝවන් ලෝකය, මෙය පරීක්ෂණයකි. ශ්\u200dරී'],
  Thai: ['สวัสดีชาวโลก นี่คือการทดสอบ น้ำ'],
  Lao: ['ສະບາຍດີໂລກ ນີ້ແມ່ນການທົດສອບ'],
  Khmer: ['សួស្តីពិភពលោក នេះជាការសាកល្បង'],
  Myanmar: ['ဟယ်လို ကမ္ဘာ၊ ဒါက စမ်းသပ်မှုပါ။'],
  Tibetan: ['བཀྲ་ཤིས་བདེ་ལེགས། འཛམ་གླིང་།'],
  Ethiopic: ['ሰላም ለዓለም፣ ይህ ሙከራ ነው።'],
  Japanese: ['こんにちは世界、これはテストです。直骨「海」', '日本語の文 😀 と記号 → ✓ ☎'],
  Korean: ['안녕하세요 세계, 이것은 시험입니다. 漢字'],
  'Chinese, simplified': ['你好，世界。这是一个测试：龙门图书。', '你好✓☎ 测试 → 😀 नमस्ते'],
  'Chinese, traditional': ['你好，世界。這是一個測試：龍門圖書。'],
  arrows: ['←↑→↓↔⇐⇒⇔↩⟶'],
  mathematics: ['∀x∈ℝ: ∑√∞≈≠≤≥∫∂∇⊂⊕ 𝑥 𝔸 ½ ⌈⌉'],
  'box drawing': ['┌─┬┐│├┼┤└┴┘╔═╗║╬█▓▒░■□●○', '☎✓✗★☆♠♥♦♣♪⚠☀☃✂€₹₽₺₿™©№'],
  emoji: ['😀😂👍🎉🚀🐱🌍🔥💡🦊'],
  'emoji since 2017': ['🥳🥰🧪🫠'],
};

/** An unassigned code point, which no font has: it shows how a missing glyph looks. */
export const UNASSIGNED = '\u{10FFF0}';

/**
 * Returns a flat OpenDocument text with one paragraph, in `family` for every kind of script, or in the program's default font.
 * complex: language of its complex scripts; default: the program's own.
 */
export function flatText(text: string, family: string | null, complex?: { language: string; country: string }): string {
  const declared =
    family === null
      ? ''
      : `<office:font-face-decls><style:font-face style:name="F" svg:font-family="'${family}'"/></office:font-face-decls>`;
  const named = family === null ? '' : 'style:font-name="F" style:font-name-asian="F" style:font-name-complex="F"';
  const spoken =
    complex === undefined
      ? ''
      : `style:language-complex="${complex.language}" style:country-complex="${complex.country}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
  xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">${declared}
<office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:text-properties ${named} ${spoken}
  fo:font-size="12pt" style:font-size-asian="12pt" style:font-size-complex="12pt"/></style:style></office:automatic-styles>
<office:body><office:text><text:p text:style-name="P">${text}</text:p></office:text></office:body></office:document>`;
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org';

/** Returns the files of a docx with one paragraph that names its font only for Latin text, like those of Word. */
function wordFiles(text: string, family: string): Record<string, string> {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return {
    '[Content_Types].xml': `<Types xmlns="${RELATIONS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}/package/2006/relationships"><Relationship Id="r" Type="${RELATIONS}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}"/></w:rPr><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  };
}

const ZIP = `
import json, sys, zipfile
for path, files in json.load(sys.stdin).items():
    with zipfile.ZipFile(path, 'w') as archive:
        for name, text in files.items():
            archive.writestr(name, text)
`;

/** Writes a docx for each path. */
export async function writeWord(documents: Readonly<Record<string, { text: string; family: string }>>): Promise<void> {
  const files = Object.entries(documents).map(([path, { text, family }]) => [path, wordFiles(text, family)]);
  const python = execute('/usr/bin/python3', ['-c', ZIP]);
  python.child.stdin?.end(JSON.stringify(Object.fromEntries(files)));
  await python;
}

/** Converts documents to PDF in one run of LibreOffice with a separate profile. Returns the PDFs' paths in order. */
export async function toPdf(
  documents: readonly string[],
  folder: string,
  options: { fontconfigFile?: string } = {},
): Promise<string[]> {
  const { fontconfigFile } = options;
  await execute(
    '/usr/bin/soffice',
    [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pdf', '--outdir', folder].concat(
      documents,
    ),
    { env: { ...process.env, ...(fontconfigFile === undefined ? {} : { FONTCONFIG_FILE: fontconfigFile }) } },
  );
  return documents.map((path) => join(folder, `${basename(path).replace(/\.[^.]+$/, '')}.pdf`));
}

/** Returns the version of the installed LibreOffice: 7.4 as 7.04, 25.2 as 25.02. */
export async function officeVersion(): Promise<number> {
  const { stdout } = await execute('/usr/bin/soffice', ['--version']);
  const [, year, month] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(year) + Number(month) / 100;
}

/** Writes a configuration with only the fonts of these folders. Returns its path. */
export async function writeFontconfig(folder: string, fontFolders: readonly string[]): Promise<string> {
  const path = join(folder, 'fonts.conf');
  const dirs = fontFolders.map((dir) => `<dir>${dir}</dir>`).join('');
  await writeFile(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>${dirs}<include>/etc/fonts/conf.d</include><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  return path;
}

export interface Glyphs {
  readonly shown: number;
  /** Number of different glyphs that are their font's box for missing characters (.notdef). */
  readonly boxes: number;
  /** Number of glyphs without an outline, such as spaces. */
  readonly blank: number;
}

/** Counts the glyphs of a one-page PDF: with poppler, whose SVG has a reference for each shown glyph, and in the embedded fonts. */
export async function countGlyphs(pdf: string): Promise<Glyphs> {
  const [{ stdout }, boxes] = await Promise.all([
    execute('/usr/bin/pdftocairo', ['-svg', '-f', '1', '-l', '1', pdf, '-'], { maxBuffer: 64 * 1024 * 1024 }),
    countBoxes(pdf),
  ]);
  // Debian 12 writes glyph0-0, Debian 13 glyph-0-0.
  const outlines = new Map<string, string>();
  for (const [, id = '', body = ''] of stdout.matchAll(/ id="(glyph-?\d+-\d+)">([\s\S]*?)<\/(?:symbol|g)>/g)) {
    outlines.set(id, / d="([^"]*)"/.exec(body)?.[1]?.trim() ?? '');
  }
  const shown = [...stdout.matchAll(/<use xlink:href="#(glyph-?\d+-\d+)"/g)].map(([, id = '']) => id);
  return { shown: shown.length, boxes, blank: shown.filter((id) => (outlines.get(id) ?? '') === '').length };
}

interface PdfObject {
  readonly value?: Readonly<Record<string, unknown>>;
  readonly stream?: { readonly data: string };
}

/**
 * LibreOffice embeds the .notdef of each font as glyph 0, and a copy of each shown glyph: a copy that is equal to
 * glyph 0 is a box. (poppler's SVG has the .notdef on Debian 12 only.)
 */
async function countBoxes(pdf: string): Promise<number> {
  const format = ['--json=2', '--json-key=qpdf', '--json-stream-data=inline', '--decode-level=generalized'];
  const { stdout } = await execute('/usr/bin/qpdf', [...format, pdf], { maxBuffer: 256 * 1024 * 1024 });
  const objects: Readonly<Record<string, PdfObject>> = JSON.parse(stdout).qpdf[1];
  const descriptors = Object.values(objects).filter(({ value }) => value?.['/Type'] === '/FontDescriptor');
  const counts = descriptors.map(({ value }) => {
    const data = objects[`obj:${value?.['/FontFile2']}`]?.stream?.data;
    if (data === undefined) throw new Error(`${pdf}: ${value?.['/FontName']} is no embedded TrueType font`);
    const [notdef, ...others] = trueTypeGlyphs(Buffer.from(data, 'base64'));
    return notdef === undefined || notdef.length === 0 ? 0 : others.filter((glyph) => glyph.equals(notdef)).length;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns the outlines of a TrueType font by number, at the positions in `glyf` that `loca` states. */
function trueTypeGlyphs(font: Buffer): Buffer[] {
  const tables = new Map<string, number>();
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
  }
  const table = (name: string): number => {
    const at = tables.get(name);
    if (at === undefined) throw new Error(`the font has no table ${name}`);
    return at;
  };
  const isLong = font.readInt16BE(table('head') + 50) === 1;
  const offset = (glyph: number): number =>
    isLong ? font.readUInt32BE(table('loca') + 4 * glyph) : 2 * font.readUInt16BE(table('loca') + 2 * glyph);
  const count = font.readUInt16BE(table('maxp') + 4);
  return Array.from({ length: count }, (_, glyph) =>
    font.subarray(table('glyf') + offset(glyph), table('glyf') + offset(glyph + 1)),
  );
}

/** Counts the characters of the text that may be blank: spaces, joiners, variation selectors. */
export function blankCharacters(text: string): number {
  return [...text].filter(isInvisible).length;
}

/** Returns the characters of the text that poppler does not find in the PDF's text, each once. */
export async function lostCharacters(pdf: string, text: string): Promise<string[]> {
  const { stdout } = await execute('/usr/bin/pdftotext', ['-enc', 'UTF-8', pdf, '-']);
  const found = new Set(stdout);
  return [...new Set(text)].filter((character) => !found.has(character) && !isInvisible(character));
}

function isInvisible(character: string): boolean {
  return /^(?:\s|\u200c|\u200d|\ufe0f)$/u.test(character);
}

/** Returns base names of a PDF's fonts, without the prefix of a subset: `Carlito`, `LiberationSans`. */
export async function fontsOf(pdf: string): Promise<string[]> {
  const { stdout } = await execute('/usr/bin/pdffonts', [pdf]);
  const names = stdout.split('\n').slice(2).filter(Boolean);
  return names.map((line) => line.split(/\s/)[0]?.replace(/^[A-Z]{6}\+/, '') ?? '');
}
