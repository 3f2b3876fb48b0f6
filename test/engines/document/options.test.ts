import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeOfficeHosts } from '../../../engines/document/libreoffice/host.ts';
import { refuseUnavailable } from '../../../engines/document/options.ts';
import { TARGETS, type Target } from '../../../engines/document/targets.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/data/common.ts';
import { findEntry, validateConversion } from '../../../src/catalog/index.ts';
import { ConversionErrors } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { convert, errorOf, fixture, makeScratch, onlyOutput, pdfFact, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(async () => {
  await closeOfficeHosts();
  await scratch.remove();
});

function refusedBy(target: Target, options: OptionValues): (string | undefined)[] {
  try {
    refuseUnavailable(target, options);
    return [];
  } catch (error) {
    if (!(error instanceof ConversionErrors)) throw error;
    expect(error.errors.every(({ code }) => code === 'engine_unavailable')).toBe(true);
    return error.errors.map(({ details }) => String(details.option));
  }
}

/** A value of each option that asks for something. */
const REQUESTS: Readonly<Record<string, unknown>> = {
  quality: 'ebook',
  version: '1.7',
  color: 'gray',
  compression: 'strong',
  page_size: 'a5',
  orientation: 'landscape',
  border_unit: 'cm',
  custom_page_size_unit: 'in',
  ocr_filter: 'gray',
  ocr_mode: 'text',
  ocr_page_structure: 'auto',
  ocr_engine: 'red_kiwi',
  language_stt: 'en-US',
  rotate: [{ pages: '1', angle: 90 }],
  filters: [{ filter_name: 'remove_images' }],
  allow_printing: false,
  allow_copying: false,
  allow_modification: false,
};
const BY_TYPE: Readonly<Record<string, unknown>> = {
  boolean: true,
  integer: 50,
  number: 1.5,
  string: '1',
  object: { a: 1 },
};

describe('what is asked and cannot be done', () => {
  it.each(Object.keys(TARGETS) as Target[])('of the options of %s only that of speech is refused', (target) => {
    const definitions = findEntry('document', target)?.options ?? {};
    const names = Object.keys(definitions).filter((name) => !Object.hasOwn(COMMON_OPTIONS, name));
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const value = REQUESTS[name] ?? BY_TYPE[definitions[name]?.type ?? ''];
      expect(refusedBy(target, { [name]: value }), name).toEqual(name === 'language_stt' ? [name] : []);
    }
  });

  it.each(Object.keys(TARGETS) as Target[])('the defaults of %s ask for nothing', (target) => {
    const { options } = validateConversion({ category: 'document', target, options: {} });
    expect(refusedBy(target, options)).toEqual([]);
    expect(refusedBy(target, { ...options, ocr: false, output_filename: 'x' })).toEqual([]);
  });

  it('an option that no step honours is refused by name', async () => {
    expect(refusedBy('pdf', { language_stt: 'en-US', ocr: true, rotate: [], made_up: 3 })).toEqual([
      'language_stt',
      'made_up',
    ]);
    const options = { language_stt: 'en-US' };
    const error = await errorOf(convert(scratch, fixture('report.docx'), { target: 'pdf', options }));
    expect(error.message).toBe(
      'Option language_stt cannot be used yet: recognising text in sound is not part of this version yet. Leave it out.',
    );
  });
});

describe('work on the PDF of another file', () => {
  it.each(['1.4', '1.7'])('version %s', async (version) => {
    const path = onlyOutput(await convert(scratch, fixture('report.docx'), { target: 'pdf', options: { version } }));
    expect(await pdfFact(path, 'PDF version')).toBe(version);
  });

  it('dpi: pictures become smaller, and never larger', async () => {
    const width = async (options: OptionValues) => {
      const path = onlyOutput(await convert(scratch, fixture('gradient.png'), { target: 'pdf', options }));
      return Number((await execa('pdfimages', ['-list', path])).stdout.split('\n')[2]?.trim().split(/\s+/)[3]);
    };
    expect(await width({})).toBe(300);
    // Ghostscript rounds.
    expect(Math.abs((await width({ dpi: 75 })) - 150)).toBeLessThan(2);
    expect(await width({ dpi: 600 })).toBe(300);
  });

  it('images_quality: less quality, fewer bytes', async () => {
    const photo = scratch.path('photo.png');
    const source = 'mandelbrot=size=600x400:rate=1';
    await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-frames:v', '1', photo]);
    const bytes = async (images_quality: number) => {
      const path = onlyOutput(await convert(scratch, photo, { target: 'pdf', options: { images_quality } }));
      return Number((await pdfFact(path, 'File size')).split(' ')[0]);
    };
    const [low, high] = [await bytes(10), await bytes(95)];
    expect(low).toBeLessThan(high * 0.6);
  });
});

describe('pages', () => {
  it.each(['letter.txt', 'page.html', 'readme.md', 'stock.csv', 'gradient.png'])('%s goes on A4', async (file) => {
    const path = onlyOutput(await convert(scratch, fixture(file), { target: 'pdf' }));
    expect(await pdfFact(path, 'Page size')).toContain('(A4)');
  });
});
