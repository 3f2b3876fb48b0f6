import { ConversionError, ConversionErrors } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';

/**
 * When the orientation of a page is detected. `unreadable`: only if a page makes little sense as it is, which costs nothing for all others.
 */
export type Orientation = 'always' | 'unreadable' | 'never';

/** Value of tesseract's `--psm` (its manual, PAGE SEGMENTATION MODES), without those that also detect the orientation. */
export type Segmentation = 3 | 4 | 5 | 6 | 7 | 8 | 10 | 11 | 13;

/** Expected structure of a page. `orientation`: only the orientation is requested, no text. */
export type PageStructure =
  | { readonly find: 'text'; readonly segmentation: Segmentation; readonly orientation: Orientation }
  | { readonly find: 'orientation' };

/** How the picture of a page is prepared. */
export interface Preparation {
  /** Converts to shades of grey before tesseract, which otherwise uses the colour channel with the most contrast. */
  readonly gray: boolean;
  /**
   * How ink is distinguished from paper: by one level for the whole page (Otsu, tesseract's own way), or by the surroundings of each pixel
   * (Sauvola), which copes with shadows and uneven light.
   */
  readonly threshold: 'page' | 'local';
  /** Enlargement before recognition, because small letters on a screen are then read better. 1: none. */
  readonly enlarge: 1 | 3;
}

/** Options of text recognition. */
export interface Recognition {
  /** tesseract's names: `eng`, `script/Latin`; at least one. */
  readonly languages: readonly string[];
  readonly structure: PageStructure;
  readonly preparation: Preparation;
  readonly mode: 'text' | 'layout';
  /** Order of plain text in mode `layout`: columns one after the other, or every word at its place. */
  readonly order: 'reading' | 'layout';
  /** Whether pages with their own text are recognised too. */
  readonly rasterize: boolean;
  /** Density at which pages without text become one picture; null if they stay as they are. */
  readonly rasterizeDpi: number | null;
  readonly deskew: boolean;
}

/** Default: the language that every installation of tesseract includes. */
export const DEFAULT_LANGUAGE = 'eng';

const AUTOMATIC: PageStructure = { find: 'text', segmentation: 3, orientation: 'unreadable' };

const textIn = (segmentation: Segmentation, orientation: Orientation = 'never'): PageStructure => ({
  find: 'text',
  segmentation,
  orientation,
});

/**
 * tesseract's settings for each value of `ocr_page_structure`. `auto` (the default) finds columns and blocks by itself; a page that makes
 * no sense is rotated upright and read again. `unstructured` assumes nothing: the orientation of every page is detected before (tesseract's
 * own mode 1; detected beforehand, so that positions are those of the upright page), as with `sparse_text_osd` (mode 12). `osd_only` reads
 * no text: a txt result reports orientation and script, a PDF is rotated upright. The others do not rotate the page.
 */
export const PAGE_STRUCTURES: Readonly<Record<string, PageStructure>> = {
  auto: AUTOMATIC,
  unstructured: textIn(3, 'always'),
  osd_only: { find: 'orientation' },
  single_column: textIn(4),
  uniform_block_vertical: textIn(5),
  uniform_text: textIn(6),
  single_line: textIn(7),
  single_word: textIn(8),
  single_char: textIn(10),
  sparse_text: textIn(11),
  sparse_text_osd: textIn(11, 'always'),
  raw_line: textIn(13),
};

/**
 * Settings of `ocr_engine` red_kiwi's `source`: how the source was made, `photo` by default. `photo`: ink is distinguished from paper by
 * its surroundings, for shadows and uneven light. `screen`: the picture is enlarged three times, for the small letters of a screenshot.
 * `scan`: as without red_kiwi.
 */
const SOURCES: Readonly<Record<string, Pick<Preparation, 'threshold' | 'enlarge'>>> = {
  photo: { threshold: 'local', enlarge: 1 },
  screen: { threshold: 'page', enlarge: 3 },
  scan: { threshold: 'page', enlarge: 1 },
};

/** Options that only have an effect together with `ocr`. */
const WITH_OCR = [
  'language',
  'ocr_filter',
  'ocr_filter_options',
  'ocr_engine',
  'ocr_engine_options',
  'ocr_mode',
  'ocr_page_structure',
  'rasterize_input',
] as const;

/** All options that recognition supports, for any target that has them. */
export const RECOGNITION_OPTIONS: ReadonlySet<string> = new Set(['ocr', ...WITH_OCR]);

/**
 * Returns the validated options of text recognition; null if `ocr` is not true.
 * @param defaultMode default of `ocr_mode`
 * @throws ConversionErrors with `option_unsupported` for every unknown setting of ocr_filter_options and ocr_engine_options, and
 * `option_conflict` for settings of a filter or engine that is not chosen
 */
export function readRecognition(options: OptionValues, defaultMode: Recognition['mode']): Recognition | null {
  if (options.ocr !== true) return null;
  const errors = [
    ...settingErrors('ocr_filter', options, {}),
    ...settingErrors('ocr_engine', options, { source: Object.keys(SOURCES) }),
  ];
  if (errors.length > 0) throw new ConversionErrors(errors);
  return {
    languages: readLanguages(options.language),
    structure: PAGE_STRUCTURES[String(options.ocr_page_structure ?? 'auto')] ?? AUTOMATIC,
    preparation: { gray: options.ocr_filter === 'gray', ...readEngine(options) },
    mode: options.ocr_mode === 'text' || options.ocr_mode === 'layout' ? options.ocr_mode : defaultMode,
    order: options.text_order === 'layout' ? 'layout' : 'reading',
    rasterize: options.rasterize_input === true,
    rasterizeDpi: typeof options.rasterize_dpi === 'number' ? options.rasterize_dpi : null,
    deskew: options.deskew === true,
  };
}

/** Returns the given options that have no effect because `ocr` is not true, for a warning `option_no_effect`. */
export function optionsWithoutEffect(options: OptionValues, defaults: OptionValues = {}): string[] {
  if (options.ocr === true) return [];
  return WITH_OCR.filter((option) => {
    const value = options[option];
    return value !== undefined && value !== null && value !== false && value !== '' && value !== defaults[option];
  });
}

function readLanguages(value: unknown): string[] {
  if (typeof value !== 'string' || value === '') return [DEFAULT_LANGUAGE];
  return [...new Set(value.split(',').map(tesseractName))];
}

/** `tgl`, Tagalog, becomes its standard form `fil`, which is the one with data. */
function tesseractName(code: string): string {
  if (code === 'tgl') return 'fil';
  return code.startsWith('script-') ? `script/${code.slice('script-'.length)}` : code;
}

function readEngine(options: OptionValues): Pick<Preparation, 'threshold' | 'enlarge'> {
  const source =
    options.ocr_engine === 'red_kiwi' ? String(settingsOf(options.ocr_engine_options).source ?? 'photo') : 'scan';
  return SOURCES[source] ?? { threshold: 'page', enlarge: 1 };
}

function settingsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns the errors in the settings object of a filter or an engine. `known`: its keys, with their values. */
function settingErrors(
  option: 'ocr_filter' | 'ocr_engine',
  options: OptionValues,
  known: Readonly<Record<string, readonly string[]>>,
): ConversionError[] {
  const name = `${option}_options`;
  const settings = Object.entries(settingsOf(options[name]));
  if (settings.length === 0) return [];
  const chosen = options[option];
  if (typeof chosen !== 'string' || chosen === '') {
    const message = `${name} has settings, but ${option} is not given. Give ${option}, or leave ${name} out.`;
    return [new ConversionError('option_conflict', message, { details: { option: name } })];
  }
  return settings.flatMap(([key, value]) => {
    const values = Object.hasOwn(known, key) ? known[key] : undefined;
    if (values === undefined) {
      const keys = Object.keys(known);
      const has = keys.length === 0 ? 'has no settings' : `knows only ${keys.join(', ')}`;
      const message = `${name} has the unknown setting ${JSON.stringify(key.slice(0, 60))}: ${chosen} ${has}.`;
      return [
        new ConversionError('option_unsupported', message, {
          details: { option: name, setting: key.slice(0, 60), allowed: keys },
        }),
      ];
    }
    if (typeof value === 'string' && values.includes(value)) return [];
    const message = `The setting ${key} of ${name} must be one of ${values.join(', ')}.`;
    return [
      new ConversionError('option_unsupported', message, { details: { option: name, setting: key, allowed: values } }),
    ];
  });
}
