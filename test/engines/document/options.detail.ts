import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../../engines/document/catalog.ts';
import { MAIL_OPTIONS } from '../../../engines/document/catalog-mail.ts';
import { PAGE_LOOK_OPTIONS } from '../../../engines/document/catalog-markdown.ts';
import { OFFICE_OPTIONS } from '../../../engines/document/catalog-office.ts';
import { OFFICE_EXPORT_OPTIONS } from '../../../engines/document/catalog-office-export.ts';
import { PDF_UA_OPTION } from '../../../engines/document/catalog-pdf.ts';
import { CHROMIUM_OPTIONS } from '../../../engines/document/catalog-pdf-chromium.ts';
import { INVOICE_OPTIONS } from '../../../engines/document/catalog-pdf-structure.ts';
import { PDF_OPERATION_OPTIONS } from '../../../engines/document/operations/operations.ts';
import { MARKUP_TARGETS } from '../../../engines/document/routes.ts';
import { SCAN_OPTIONS } from '../../../engines/document/steps/scans.ts';
import { isSubtitleTarget, TARGETS, type Target } from '../../../engines/document/targets.ts';
import { CAD_CONTENT_OPTIONS, CAD_LOOK_OPTIONS } from '../../../src/catalog/options/cad.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/options/common.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { RECOGNITION_OPTIONS } from '../../../tools/programs/ocr/options.ts';
import { convert, fixture, makeScratch, onlyOutput, pdfFact, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** Options of subtitles: subtitle-files.detail.ts and film-subtitles.detail.ts have a test of each. */
const OF_SUBTITLES = [
  ...([
    'subtitle_track',
    'encoding',
    'frame_rate',
    'shift',
    'stretch',
    'start',
    'end',
    'line_length',
    'reading_speed',
  ] as const),
];

/** Options that some targets have, beside those of recognition and of drawings. */
const OF_TARGETS: Partial<Record<Target, readonly string[]>> = {
  pdf: [
    ...PDF_OPERATION_OPTIONS,
    ...SCAN_OPTIONS,
    ...Object.keys({ ...CHROMIUM_OPTIONS, ...CAD_LOOK_OPTIONS }),
    ...Object.keys({ ...OFFICE_EXPORT_OPTIONS, ...PDF_UA_OPTION, ...INVOICE_OPTIONS }),
    ...Object.keys({ ...MAIL_OPTIONS, ...PAGE_LOOK_OPTIONS }),
  ],
  html: Object.keys(PAGE_LOOK_OPTIONS),
  txt: ['text_order'],
  md: ['pictures', 'page_markers'],
  chunks: ['chunk_size', 'chunk_overlap'],
  // Those with a place for pictures have the option.
  ...Object.fromEntries(MARKUP_TARGETS.map((target) => [target, ['pictures']])),
  ...{ srt: OF_SUBTITLES, ttml: OF_SUBTITLES },
  ...Object.fromEntries(['vtt', 'ass', 'lrc', 'cues'].map((target) => [target, [...OF_SUBTITLES, 'word_times']])),
};

describe('every option', () => {
  it.each(Object.keys(TARGETS) as Target[])('of %s is honoured by some step', (target) => {
    const honoured = new Set([
      ...Object.keys(COMMON_OPTIONS),
      ...RECOGNITION_OPTIONS,
      ...['language_stt', 'pages', ...(OF_TARGETS[target] ?? [])],
      ...Object.keys({ ...CAD_CONTENT_OPTIONS, ...OFFICE_OPTIONS }),
    ]);
    const names = Object.keys(catalog.targets[target].options);
    expect(names.length).toBeGreaterThan(isSubtitleTarget(target) ? 3 : 5);
    expect(names.filter((name) => !honoured.has(name))).toEqual([]);
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
