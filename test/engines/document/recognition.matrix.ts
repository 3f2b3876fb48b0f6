import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { sample } from '../../support/sample.ts';
import { lines } from '../../tools/programs/ocr/pages.ts';
import { Scratch as Drawing, type DrawnPage } from '../../tools/programs/ocr/support.ts';
import {
  compact,
  convert,
  convertAll,
  fixture,
  makeScratch,
  onlyOutput,
  pdfFact,
  read,
  type Scratch,
} from './support.ts';

/*
 * The engine's way from pictures and scans to every target by recognition of their text. Each option of recognition has tests of
 * its own in ocr/, which are slower.
 */

let scratch: Scratch;
let drawing: Drawing;
beforeAll(async () => {
  [scratch, drawing] = await Promise.all([makeScratch(), Drawing.make()]);
});
afterAll(() => Promise.all([scratch.remove(), drawing.remove()]));

const SCAN = fixture('scan.png');
const WORDS = compact(
  'The ferry left the quay at seven and crossed the bay before the fog. Nobody on deck was talking.',
);
const TEXT = ['A storm had taken the bridge in May,', 'and the village waited for the bricks.'];
const textPage: DrawnPage = { width: 420, height: 300, text: lines(TEXT, 50, 60, 14) };
const blank: DrawnPage = { width: 420, height: 300, text: [] };

const words = async (path: string, ...flags: string[]) => (await execa('pdftotext', [...flags, path, '-'])).stdout;
const scanPdf = (name: string, pages: readonly DrawnPage[]) => drawing.draw(name, pages, { dpi: 200 });

/** A PDF of one page of real text, from the fixtures, and others behind it. */
async function mixed(name: string, ...others: readonly string[]): Promise<string> {
  const path = scratch.path(name);
  await execa('qpdf', ['--empty', '--pages', fixture('report.pdf'), ...others, '--', path]);
  return path;
}

describe('a picture', () => {
  it.each(sample('texts of pictures', ['docx', 'odt', 'doc', 'rtf', 'epub', 'html', 'pptx', 'odp'], 2))(
    'becomes %s of its words',
    async (target) => {
      const made = await convert(scratch, SCAN, { target, options: { ocr: true } });
      const contents = await read(onlyOutput(made), target);
      for (const line of ['The ferry left the quay at seven', 'Nobody on deck was talking.']) {
        expect(compact(contents.text)).toContain(compact(line));
      }
      expect(contents.pictures).toBe(0);
      expect(made.warnings.map(({ code }) => code)).toEqual(['output_limited']);
      expect(made.progress).toEqual(made.progress.toSorted((one, other) => one - other));
    },
  );

  it.each(sample('sheets of pictures', ['xlsx', 'ods'], 1))('becomes %s with its columns as cells', async (target) => {
    const { sheets } = await read(onlyOutput(await convert(scratch, SCAN, { target, options: { ocr: true } })), target);
    const rows = sheets[0]?.[1].map((row) => row.filter((cell) => cell !== ''));
    expect(rows?.filter((row) => row.length > 1)).toEqual([
      ['Article', 'Number'],
      ['Bricks', '120'],
      ['Horses', '17'],
    ]);
  });

  it('becomes a searchable pdf of its own size, whose picture is kept', async () => {
    const made = await convert(scratch, SCAN, { target: 'pdf', options: { ocr: true, language: 'eng' } });
    const path = onlyOutput(made);
    expect(compact(await words(path))).toContain(WORDS);
    // 1170 x 830 dots at 200 an inch.
    expect(await pdfFact(path, 'Page size')).toContain('421.2 x 298.8 pts');
    const images = (await execa('pdfimages', ['-list', path])).stdout;
    expect(images).toMatch(/ 1170 +830 /);
    expect(made.warnings).toEqual([]);
  });

  it('without ocr cannot become a text, and the error says what would help', async () => {
    const error = await errorOf(convert(scratch, SCAN, { target: 'md' }));
    expect(error).toMatchObject({ code: 'input_wrong_type', details: { option: 'ocr' } });
    expect(error.message).toContain('Give option ocr');
  });

  it('that is a drawing is rendered first', async () => {
    const svg = scratch.path('drawn.svg');
    const style = 'font-family="DejaVu Sans" font-size="20"';
    await execa('tee', [svg], {
      input: `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><g transform="scale(1.2)"><text x="10" y="40" ${style}>Sixteen barrels</text></g></svg>`,
    });
    // LibreOffice draws its text as text, so nothing is left to recognise: the warning says so.
    const made = await convert(scratch, svg, { target: 'pdf', options: { ocr: true } });
    expect(await words(onlyOutput(made))).toContain('Sixteen barrels');
    expect(made.warnings).toMatchObject([{ code: 'option_no_effect' }]);
  });

  it('without letters is an error that says so', async () => {
    const error = await errorOf(convert(scratch, fixture('gradient.png'), { target: 'txt', options: { ocr: true } }));
    expect(error.code).toBe('conversion_failed');
    expect(error.message).toContain('No text was found');
  });
});

describe('a PDF', () => {
  it('of scans becomes text with ocr, and an error that names it without', async () => {
    const pdf = await scanPdf('scan.pdf', [textPage]);
    const made = await convert(scratch, pdf, { target: 'docx', options: { ocr: true } });
    expect(compact((await read(onlyOutput(made), 'docx')).text)).toContain(compact(TEXT.join('')));
    const error = await errorOf(convert(scratch, pdf, { target: 'txt' }));
    expect(error.message).toContain('give option ocr');
  });

  it('that is locked is opened by its password before', async () => {
    const locked = scratch.path('locked-scan.pdf');
    const pdf = await scanPdf('open-scan.pdf', [textPage]);
    await execa('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', pdf, locked]);
    const options = { ocr: true };
    const made = await convert(scratch, locked, { target: 'txt', options, password: 'secret' });
    expect(compact((await read(onlyOutput(made), 'txt')).text)).toContain(compact(TEXT.join('')));
    expect((await errorOf(convert(scratch, locked, { target: 'txt', options }))).code).toBe('input_password_needed');
  });

  it('of text keeps everything, with a warning, also where a page is blank', async () => {
    const pdf = await mixed('with-blank.pdf', await scanPdf('blank.pdf', [blank]));
    const options = { ocr: true };
    const made = await convert(scratch, pdf, { target: 'docx', options });
    const plain = await convert(scratch, pdf, { target: 'docx' });
    expect(made.warnings[0]).toMatchObject({ code: 'option_no_effect', message: expect.stringContaining('ocr') });
    expect(made.warnings.slice(1)).toEqual(plain.warnings);
    expect((await read(onlyOutput(made), 'docx')).text).toEqual((await read(onlyOutput(plain), 'docx')).text);
  });

  it('of text and scans has the text of both', async () => {
    const pdf = await mixed('mixed.pdf', await scanPdf('mixed-scan.pdf', [textPage]));
    const text = (await read(onlyOutput(await convert(scratch, pdf, { target: 'txt', options: { ocr: true } })), 'txt'))
      .text;
    expect(text).toContain('Quarterly report');
    expect(compact(text)).toContain(compact(TEXT.join('')));
    const searchable = onlyOutput(await convert(scratch, pdf, { target: 'pdf', options: { ocr: true } }));
    expect(await words(searchable, '-f', '1', '-l', '1')).toBe(await words(pdf, '-f', '1', '-l', '1'));
    expect(compact(await words(searchable, '-f', '2'))).toContain(compact(TEXT.join('')));
  });

  it('with rasterize_input has all of its pages read', async () => {
    const options = { ocr: true, rasterize_input: true };
    const made = await convert(scratch, fixture('report.pdf'), { target: 'doc', options });
    const { text } = await read(onlyOutput(made), 'doc');
    expect(compact(text)).toContain(compact('Some words are bold'));
    expect(made.warnings.map(({ code }) => code)).toEqual(['output_limited']);
  });
});

describe('an office file', () => {
  it('that is a scan is recognised; one with text keeps it', async () => {
    const scanned = onlyOutput(await convert(scratch, SCAN, { target: 'docx' }));
    const kept = scratch.path('scanned.docx');
    await execa('cp', [scanned, kept]);
    const made = await convert(scratch, kept, { target: 'txt', options: { ocr: true } });
    expect(compact((await read(onlyOutput(made), 'txt')).text)).toContain(WORDS);
    const text = await convert(scratch, fixture('report.docx'), { target: 'odt', options: { ocr: true } });
    expect(text.warnings).toMatchObject([{ code: 'option_no_effect' }]);
    expect((await read(onlyOutput(text), 'odt')).pictures).toBe(1);
    const letter = await convert(scratch, fixture('letter.txt'), { target: 'odt', options: { ocr: true } });
    expect(letter.warnings[0]).toMatchObject({
      code: 'option_no_effect',
      message: expect.stringContaining('is a text'),
    });
  });
});

describe('the target pdf', () => {
  it('merges what was recognised with what has text', async () => {
    const inputs = [SCAN, fixture('letter.txt')];
    const options = { ocr: true, merge: true, rearrange: '2,1' };
    const path = onlyOutput(await convertAll(scratch, inputs, { target: 'pdf', options }));
    expect(await words(path, '-l', '1')).toContain('Dear reader');
    expect(compact(await words(path, '-f', '2'))).toContain(WORDS);
  });

  it('deskew straightens a scan, without ocr too', async () => {
    const skewed = await scanPdf('skewed.pdf', [
      {
        text: Array.from({ length: 5 }, () => TEXT).flatMap((each, index) => lines(each, 60, 90 + index * 40)),
        skew: 3,
      },
    ]);
    const straight = onlyOutput(await convert(scratch, skewed, { target: 'pdf', options: { deskew: true } }));
    expect((await words(straight)).trim()).toBe('');
    const [before, after] = [await steepness(skewed), await steepness(straight)];
    expect(before).toBeGreaterThan(2);
    expect(after).toBeLessThan(0.5);
  });

  it('rasterize_dpi makes one picture of each page without text', async () => {
    const pdf = await mixed('to-rasterize.pdf', await scanPdf('to-rasterize-scan.pdf', [textPage]));
    const path = onlyOutput(await convert(scratch, pdf, { target: 'pdf', options: { rasterize_dpi: 72 } }));
    const images = (await execa('pdfimages', ['-f', '2', '-list', path])).stdout;
    expect(images).toMatch(/ 2 +0 image +42[01] +300 /);
    expect(await words(path, '-l', '1')).toContain('Quarterly report');
  });

  it.each(sample('no effect on texts', [{ deskew: true }, { rasterize_dpi: 100 }], 1))(
    '$0 of a text warns that it has no effect',
    async (options) => {
      const made = await convert(scratch, fixture('report.pdf'), { target: 'pdf', options });
      expect(made.warnings).toMatchObject([{ code: 'option_no_effect' }]);
      const both = await convert(scratch, fixture('report.pdf'), { target: 'pdf', options: { ...options, ocr: true } });
      expect(both.warnings).toHaveLength(2);
    },
  );
});

describe('options of recognition', () => {
  it('mean nothing without ocr, and each is told', async () => {
    const options = { language: 'eng', ocr_mode: 'text', ocr_filter: 'gray' };
    const made = await convert(scratch, fixture('letter.txt'), { target: 'rtf', options });
    expect(made.warnings.map(({ message }) => message.split(' ')[1])).toEqual(['language', 'ocr_filter', 'ocr_mode']);
    const byDefault = await convert(scratch, fixture('letter.txt'), { target: 'rtf', options: { ocr_mode: 'layout' } });
    expect(byDefault.warnings).toEqual([]);
  });

  it('name the package of a language that is missing', async () => {
    const error = await errorOf(
      convert(scratch, SCAN, { target: 'docx', options: { ocr: true, language: 'eng,tir' } }),
    );
    expect(error.code).toBe('program_missing');
    expect(error.message).toContain('tesseract-ocr-tir');
  });
});

/** Degrees between the lines of a page and the horizontal, as tesseract's own command measures the baseline. */
async function steepness(pdf: string): Promise<number> {
  await execa('pdftoppm', ['-r', '200', '-png', '-singlefile', pdf, scratch.path('steep')]);
  const hocr = (await execa('tesseract', [scratch.path('steep.png'), 'stdout', 'hocr'])).stdout;
  const slopes = [...hocr.matchAll(/baseline (-?[\d.]+) /g)].map(([, slope]) => Math.abs(Number(slope))).sort();
  return (Math.atan(slopes[slopes.length >> 1] ?? Number.NaN) * 180) / Math.PI;
}
