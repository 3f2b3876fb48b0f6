import { CONTENT_SAMPLES } from './content-observers.ts';
import { FORM_SAMPLES } from './form-observers.ts';
import { colourfulness, longestRun, type MadePdf, quantizationSum } from './made-pdf.ts';
import type { Observer, OptionName, Options, Result, Sample } from './observer.ts';
import { differences, expectedFiles } from './places.ts';
import { SIGNATURE_SAMPLES } from './signature-observers.ts';
import { STAMP_SAMPLES } from './stamp-observers.ts';
import { PERMISSION_SAMPLES, STRUCTURE_SAMPLES } from './structure-observers.ts';

const everyFile =
  (holds: (file: MadePdf, options: Options) => Promise<boolean>): Observer['holds'] =>
  async ({ files }, options) => {
    for (const file of files) if (!(await holds(file, options))) return false;
    return files.length > 0;
  };

/** Sizes of pages and positions of the words near their corners, calculated from all options: places.ts. */
const PLACES: Observer = {
  by: 'pdfinfo and pdftotext -bbox: sizes of pages and places of words, as calculated',
  holds: async (result, options) => (await placeDifferences(result, options)).length === 0,
};

export async function placeDifferences({ files, inputs }: Result, options: Options): Promise<string[]> {
  const found = await Promise.all(files.map((file) => file.places()));
  // Content outside a part of a page is hidden, and may be on the margins of the paper that the part is fitted to.
  const hasHidden = options.split_page_x !== undefined || options.split_page_y !== undefined;
  return differences(found, expectedFiles(options, inputs), hasHidden);
}

const factIs = (name: string, expected: string | RegExp): Observer => ({
  by: `pdfinfo: ${name}`,
  holds: everyFile(async (file) => {
    const found = await file.fact(name);
    return typeof expected === 'string' ? found === expected : expected.test(found);
  }),
});

const SCREEN_DPI = 72;
/** Ghostscript does not change images that are at most this many times denser. */
const SCREEN_THRESHOLD = 1.5;

const noDenserThan = (dpi: number): Observer => ({
  by: 'pdfimages -list: DPI of the images',
  holds: everyFile(async (file) => {
    const images = await file.images();
    return images.length > 0 && images.every((image) => image.dpi <= dpi * 1.02);
  }),
});

const GREY: Observer = {
  by: 'pdfimages: pixels of the images',
  holds: everyFile(async (file) => {
    const [pixels, images] = [await file.imagePixels(), await file.images()];
    // pdfimages writes images with one channel as PGM: they are grey.
    return images.length > 0 && pixels.every((picture) => colourfulness(picture) <= 8);
  }),
};

/** The sum of the standard's table is 3688 at quality 50, and 370 at 95. */
const LOW_QUALITY_SUM = 6000;

const isLow = everyFile(async (file) => {
  const jpegs = await file.jpegs();
  return jpegs.length > 0 && jpegs.every((jpeg) => quantizationSum(jpeg) > LOW_QUALITY_SUM);
});

/** Drawings have long runs of one colour; text and photos do not. */
const FLAT_RUN = 12;
const isDrawing = (darkest: number, lightest: number): boolean => darkest < 240 && lightest > 30;

const hasNoDrawings = everyFile(async (file) =>
  (await file.drawn()).every((page) => longestRun(page, isDrawing) < FLAT_RUN),
);

/** Longer than anything that is drawn on the pages themselves. */
const FRAME_RUN = 100;

const hasFrames = everyFile(async (file) =>
  (await file.drawn()).every((page) => longestRun(page, (_, lightest) => lightest < 250) > FRAME_RUN),
);

const MAY = (name: string): Observer => factIs('Encrypted', new RegExp(`^yes .*\\b${name}:no\\b`));

/** All options of the target pdf except those of OCR. */
export const SAMPLES = {
  version: { value: '1.5', ...factIs('PDF version', '1.5') },
  pdf_a: { value: '2b', by: 'exiftool: part and level of PDF/A', holds: everyFile((file) => file.isPdfA(2)) },
  quality: { value: 'screen', ...noDenserThan(SCREEN_DPI * SCREEN_THRESHOLD) },
  images_quality: { value: 20, by: 'pdfimages -j: quantization tables', holds: isLow },
  dpi: { value: 150, ...noDenserThan(150) },
  compression: {
    value: 'basic',
    by: 'bytes of the file: object streams',
    holds: everyFile(async (file) => (await file.bytes()).includes('/ObjStm')),
  },
  file_size: {
    value: 60,
    by: 'size of the file',
    holds: everyFile(async (file, { file_size: size = 0 }) => (await file.bytes()).length <= size * 1024),
  },
  color: {
    value: 'gray',
    by: 'pdftoppm: pixels of the pages',
    holds: everyFile(async (file) => (await file.drawn()).every((page) => colourfulness(page) <= 8)),
  },
  grayscale: { value: true, ...GREY },
  linearize: { value: true, ...factIs('Optimized', 'yes') },
  new_owner_password: {
    value: 'owner secret',
    by: 'pdfinfo -opw: what opens it',
    holds: everyFile(
      async (file, { new_owner_password: password = '' }) =>
        (await file.opens('owner', password)) && !(await file.opens('owner', 'another')),
    ),
  },
  new_user_password: {
    value: 'user secret',
    by: 'pdfinfo -upw: what opens it',
    holds: everyFile(
      async (file, { new_user_password: password = '' }) =>
        (await file.opens('user', password)) && !(await file.opens('user', null)),
    ),
  },
  allow_printing: { value: false, ...MAY('print') },
  allow_copying: { value: false, ...MAY('copy') },
  allow_modification: { value: false, ...MAY('change') },
  ...PERMISSION_SAMPLES,
  page_size: { value: 'a5', ...PLACES },
  custom_page_size_width: { value: '100', needs: { custom_page_size_height: '140' }, ...PLACES },
  custom_page_size_height: { value: '130', needs: { custom_page_size_width: '110' }, ...PLACES },
  custom_page_size_unit: {
    value: 'in',
    needs: { custom_page_size_width: '4', custom_page_size_height: '5' },
    ...PLACES,
  },
  orientation: { value: 'landscape', ...PLACES },
  border_unit: { value: 'in', needs: { border_top: 1 }, ...PLACES },
  border_top: { value: 15, ...PLACES },
  border_bottom: { value: 20, ...PLACES },
  border_left: { value: 25, ...PLACES },
  border_right: { value: 30, ...PLACES },
  rotate: { value: [{ pages: '1-last', angle: 90 }], ...PLACES },
  crop: { value: 'art', ...PLACES },
  crop_top: { value: 4, ...PLACES },
  crop_bottom: { value: 2, ...PLACES },
  crop_left: { value: 3, ...PLACES },
  crop_right: { value: 5, ...PLACES },
  crop_width: { value: 277, ...PLACES },
  crop_height: { value: 295, ...PLACES },
  crop_unit: { value: 'pt', needs: { crop_top: 9 }, ...PLACES },
  rearrange: { value: '4, 1, 3', ...PLACES },
  split: { value: '1', ...PLACES },
  one_file_per_page: { value: true, ...PLACES },
  split_page_x: { value: 2, ...PLACES },
  split_page_y: { value: 2, ...PLACES },
  merge: { value: true, combines: true, ...PLACES },
  stamp: { value: true, combines: true, ...PLACES },
  watermark: { value: true, combines: true, ...PLACES },
  alignment: { value: 'top_left', needs: { stamp: true }, combines: true, ...PLACES },
  overlay: { value: 'over', combines: true, ...PLACES },
  overlay_rest: { value: 'repeat_all', needs: { overlay: 'over' }, combines: true, ...PLACES },
  ...STAMP_SAMPLES,
  ...FORM_SAMPLES,
  ...SIGNATURE_SAMPLES,
  ...CONTENT_SAMPLES,
  ...STRUCTURE_SAMPLES,
  pages_per_sheet: { value: 2, ...PLACES },
  booklet: { value: true, ...PLACES },
  booklet_binding: { value: 'right', needs: { booklet: true }, ...PLACES },
  add_borders: { value: true, needs: { pages_per_sheet: 2 }, by: 'pdftoppm: long lines', holds: hasFrames },
  filters: { value: [{ filter_name: 'remove_vectors' }], by: 'pdftoppm: areas of one colour', holds: hasNoDrawings },
  patch: {
    value: { operations: [{ op: 'replace', path: '/info/title', value: 'Patched' }] },
    ...factIs('Title', 'Patched'),
  },
} as const satisfies Partial<Record<OptionName, Sample>>;

export type Sampled = keyof typeof SAMPLES;

export const SAMPLED = Object.keys(SAMPLES) as readonly Sampled[];

export const sampleOf = (option: Sampled): Sample => SAMPLES[option];

/** Returns the options to test some options together: their values, and other options that they need. */
export function optionsFor(names: readonly Sampled[]): Options {
  const needs: Options = Object.assign({}, ...names.map((name) => sampleOf(name).needs ?? {}));
  return { ...needs, ...Object.fromEntries(names.map((name) => [name, sampleOf(name).value])) };
}

/** Reason why one option is not seen together with another. */
export interface Reason {
  readonly option: Sampled;
  readonly beside: Sampled;
  readonly because: string;
}

/** Pairs in which one option changes what is seen of the other. The test also fails if that is seen nevertheless. */
export const REASONS: readonly Reason[] = [
  ...(
    [
      ...(['new_owner_password', 'new_user_password', 'allow_printing', 'allow_copying'] as const),
      ...(['allow_modification', 'allow_annotations', 'allow_forms', 'allow_assembly'] as const),
    ] as const
  ).map((beside) => ({
    option: 'version' as const,
    beside,
    because: 'encryption with AES of 256 bits needs PDF 1.7, which a warning reports',
  })),
  {
    option: 'add_borders',
    beside: 'split_page_x',
    because: 'the frames of half pages are narrower than what is seen as a frame',
  },
  {
    option: 'add_borders',
    beside: 'filters',
    because: 'the filter remove_vectors comes after the sheets are made, and removes their frames too',
  },
  {
    option: 'file_size',
    beside: 'pdf_a',
    because: 'PDF/A puts in fonts and a colour profile, which a warning reports',
  },
  ...(['split_page_x', 'alignment'] as const).map((option) => ({
    option,
    beside: option === 'alignment' ? ('split_page_x' as const) : ('alignment' as const),
    because: 'the cut goes through a word of the stamp, which the test then reads as two',
  })),
  { option: 'stamp_text_color', beside: 'color', because: 'color turns the text grey too' },
  ...(['fill', 'fill_from'] as const).map((option) => ({
    option,
    beside: 'rearrange' as const,
    because: 'the page with the field is left out',
  })),
  { option: 'fill_from', beside: 'fill', because: 'fill wins' },
  { option: 'remove_metadata', beside: 'patch', because: 'patch writes a title after it' },
  { option: 'remove_attachments', beside: 'embed', because: 'embed attaches files after it' },
  {
    option: 'bookmarks',
    beside: 'one_file_per_page',
    because: 'single pages have no bookmarks, which a warning reports',
  },
  ...(['sign', 'signatures'] as const).map((beside) => ({
    option: 'file_size' as const,
    beside,
    because: 'what comes after it makes the file larger, which a warning reports',
  })),
  {
    option: 'linearize',
    beside: 'sign',
    because: 'a signature comes after the end of the file, which a warning reports',
  },
  { option: 'flatten', beside: 'sign', because: 'a signature is a field again' },
  ...(
    [
      ...(['flatten', 'remove_javascript', 'remove_attachments', 'remove_annotations'] as const),
      ...(['remove_links', 'remove_bookmarks'] as const),
    ] as const
  ).map((option) => ({
    option,
    beside: 'signatures' as const,
    because: 'the signed document, which is attached, still has it',
  })),
  ...(
    [
      ...(['page_numbers', 'page_numbers_start', 'page_numbers_alignment'] as const),
      ...(['page_numbers_pages', 'page_numbers_size'] as const),
    ] as const
  ).flatMap((option) =>
    (['booklet', 'booklet_binding'] as const).map((beside) => ({
      option,
      beside,
      because: 'the pages have their numbers before they are placed, so a sheet has two of them',
    })),
  ),
  { option: 'quality', beside: 'dpi', because: 'dpi wins over the DPI that quality has' },
];
