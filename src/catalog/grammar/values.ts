import { nearest } from '../nearest.ts';
import { type Parsed, quote } from './parsed.ts';

/** Reads `HH:MM:SS` (options `start` and `end`) into seconds. Hours 00 to 99, minutes and seconds 00 to 59. */
export function parseTime(text: string): Parsed<number> {
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})$/.exec(text);
  if (match === null) return { problem: 'it must be HH:MM:SS with two digits each, such as 00:01:30' };
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
  if (minutes > 59 || seconds > 59) return { problem: 'minutes and seconds go from 00 to 59' };
  return { value: hours * 3600 + minutes * 60 + seconds };
}

/** Reads `HH:MM:SS`, or with up to three decimals, as seconds. */
export function parseFilmTime(text: string): Parsed<number> {
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2}(?:\.[0-9]{1,3})?)$/.exec(text);
  if (match === null) return { problem: 'it must be HH:MM:SS or HH:MM:SS.mmm, such as 00:01:30.5' };
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
  if (minutes > 59 || seconds >= 60) return { problem: 'minutes and seconds go from 00 to 59' };
  return { value: hours * 3600 + minutes * 60 + seconds };
}

/** Reads several such times, separated by commas, as seconds in ascending order; each once. */
export function parseFilmTimes(text: string): Parsed<readonly number[]> {
  const times = new Set<number>();
  for (const part of text.split(',')) {
    const parsed = parseFilmTime(part.trim());
    if ('problem' in parsed) return parsed;
    times.add(parsed.value);
  }
  return { value: [...times].sort((one, other) => one - other) };
}

/** Pattern of two frame rates, for clients. */
export const FRAME_RATES_PATTERN = '^[0-9]{1,3}(\\.[0-9]{1,3})?:[0-9]{1,3}(\\.[0-9]{1,3})?$';

/** Reads `from:to` (option `stretch`), frames a second. */
export function parseFrameRates(text: string): Parsed<{ readonly from: number; readonly to: number }> {
  if (!new RegExp(FRAME_RATES_PATTERN).test(text)) {
    return { problem: 'it must be two frame rates joined by a colon, such as 25:23.976' };
  }
  const [from = 0, to = 0] = text.split(':').map(Number);
  const isPossible = from >= 1 && to >= 1 && from / to <= 10 && to / from <= 10;
  return isPossible
    ? { value: { from, to } }
    : { problem: 'both rates must be 1 at least, and one at most ten times the other' };
}

/** Reads `width:height` (option `aspect_ratio`): two whole numbers above 0 of at most 6 digits. */
export function parseAspectRatio(text: string): Parsed<{ readonly width: number; readonly height: number }> {
  const match = /^([0-9]{1,6}):([0-9]{1,6})$/.exec(text);
  if (match === null)
    return { problem: 'it must be two whole numbers of 1 to 6 digits joined by a colon, such as 16:9' };
  const [width = 0, height = 0] = match.slice(1).map(Number);
  if (width === 0 || height === 0) return { problem: 'both numbers must be above 0' };
  return { value: { width, height } };
}

/** Reads `alpha_channel`: `auto_create`, or `#` and six lowercase hex digits. */
export function parseAlphaChannel(text: string): Parsed<'auto_create' | { readonly rgb: string }> {
  if (text === 'auto_create') return { value: 'auto_create' };
  if (/^#[0-9a-f]{6}$/.test(text)) return { value: { rgb: text.slice(1) } };
  const hint = /^#[0-9a-f]{6}$/i.test(text) ? '; its hex digits must be in lower case' : '';
  return { problem: `it must be auto_create, or # and six lowercase hex digits such as #ffffff${hint}` };
}

const COLOR_NAMES = ['black', 'blue', 'cyan', 'gray', 'green', 'magenta', 'orange', 'red', 'violet', 'white', 'yellow'];

/** Pattern of a color, for clients. */
export const COLOR_PATTERN = `^(?:#[0-9A-Fa-f]{6}|${COLOR_NAMES.join('|')})$`;

const COLOR = new RegExp(COLOR_PATTERN);

/** Reads a color: a known name, or `#` and six hex digits. */
export function parseColor(text: string): Parsed<string> {
  if (COLOR.test(text)) return { value: text };
  return { problem: `it must be # and six hex digits such as #ff8800, or one of ${COLOR_NAMES.join(', ')}` };
}

/** Reads a color (option `background`): `#` and six hex digits of either case; 0 to 255 each. */
export function parseRgbColor(text: string): Parsed<{ readonly r: number; readonly g: number; readonly b: number }> {
  if (!/^#[0-9a-fA-F]{6}$/.test(text)) return { problem: 'it must be # and six hex digits such as #ffffff' };
  const number = Number.parseInt(text.slice(1), 16);
  return { value: { r: number >> 16, g: (number >> 8) & 255, b: number & 255 } };
}

/** Reads `cad_scale`: `fit`, or two whole numbers above 0 of at most 6 digits. Returns the first divided by the second. */
export function parseDrawingScale(text: string): Parsed<'fit' | number> {
  if (text === 'fit') return { value: text };
  const match = /^([1-9][0-9]{0,5}):([1-9][0-9]{0,5})$/.exec(text);
  if (match === null) return { problem: 'it must be fit, or a scale of two whole numbers such as 1:50' };
  return { value: Number(match[1]) / Number(match[2]) };
}

/** Letters of units, by the power of 1000, or with an i of 1024, as in IEC 80000-13. */
const POWERS = ['', 'k', 'm', 'g'];

/** Reads a size of a file (option `max_file_size`) into bytes: `200000`, `200KB`, `200 kB`, `1.5 MiB`. */
export function parseFileSize(text: string): Parsed<number> {
  const match = /^([0-9]{1,10}(?:\.[0-9]{1,3})?) ?(?:([kmg])(i?))?b?$/i.exec(text);
  if (match === null) {
    return { problem: 'it must be a number of bytes such as 200000, or one with a unit such as 200KB, 1.5MB or 1MiB' };
  }
  const [, amount = '', letter = '', binary = ''] = match;
  const bytes = Math.floor(Number(amount) * (binary === '' ? 1000 : 1024) ** POWERS.indexOf(letter.toLowerCase()));
  return bytes >= 1 ? { value: bytes } : { problem: 'it must be 1 byte at least' };
}

/** Reads a length (options `custom_page_size_width` and `_height`): a decimal number above 0, without unit or exponent. */
export function parseLength(text: string): Parsed<number> {
  if (!/^[0-9]{1,6}(?:\.[0-9]+)?$/.test(text)) {
    return { problem: 'it must be a number such as 210 or 8.2677, with at most 6 digits before the point' };
  }
  const value = Number(text);
  return value > 0 ? { value } : { problem: 'it must be above 0' };
}

interface PictureSize {
  readonly width?: number;
  readonly height?: number;
  readonly unit: 'px' | '%';
}

/** Reads a size of a picture (option `resize`): `800`, `x600`, `800x600`, `50%`. */
export function parsePictureSize(text: string): Parsed<PictureSize> {
  const match = /^(?:([1-9][0-9]{0,5})(%)?|(?:([1-9][0-9]{0,5}))?x([1-9][0-9]{0,5}))$/i.exec(text.trim());
  if (match === null) return { problem: 'it must be a width such as 800, a height such as x600, 800x600, or 50%' };
  const [, side, percent, width = side, height] = match;
  if (percent === '%') return { value: { width: Number(side), height: Number(side), unit: '%' } };
  return { value: { ...(width && { width: Number(width) }), ...(height && { height: Number(height) }), unit: 'px' } };
}

interface PictureArea {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

/** Reads an area of a picture (option `crop`): `800x600+10+10`, or `800x600` in its upper left corner. */
export function parsePictureArea(text: string): Parsed<PictureArea> {
  const match = /^([1-9][0-9]{0,5})x([1-9][0-9]{0,5})(?:\+([0-9]{1,6})\+([0-9]{1,6}))?$/i.exec(text.trim());
  if (match === null) return { problem: 'it must be an area such as 800x600+10+10: width x height + x + y' };
  const [width = 0, height = 0, x = 0, y = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return { value: { width, height, x, y } };
}

/** Accepts the characters from space to tilde. The value is a secret: the message shows nothing of it. */
export function parsePrintableAscii(text: string): Parsed<string> {
  return /^[ -~]*$/.test(text) ? { value: text } : { problem: 'it must hold printable ASCII characters only' };
}

const SCRIPT_PREFIX = 'script-';

/**
 * Reads the option `language` of text recognition: codes of `allowed`, joined by commas without spaces or quotes;
 * languages and script names are not mixed. Length (3 to 128) is checked by the schema.
 */
export function parseLanguages(text: string, allowed: readonly string[]): Parsed<readonly string[]> {
  const items = text.split(',');
  const unknown = items.find((item) => !allowed.includes(item));
  if (unknown !== undefined) return { problem: describeUnknown(unknown, allowed) };
  const scripts = items.filter((item) => item.startsWith(SCRIPT_PREFIX));
  if (scripts.length > 0 && scripts.length < items.length) {
    return {
      problem: `languages and scripts cannot be mixed; leave out either ${scripts.join(', ')} or the languages`,
    };
  }
  return { value: items };
}

function describeUnknown(item: string, allowed: readonly string[]): string {
  if (item === '') return 'it holds an empty item; join codes by single commas';
  const bare = item.replace(/["'\s]/g, '');
  if (bare !== item && allowed.includes(bare))
    return `codes are joined by commas without spaces or quotes, as in ${bare}`;
  const [close] = nearest(item, allowed);
  return `${quote(item)} is not one of the languages or scripts${close === undefined ? '' : `; did you mean ${close}?`}`;
}
