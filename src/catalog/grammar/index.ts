import type { OptionDefinition, OptionFormat } from '../definition.ts';
import { parseIdentifiers, parseLanguageTag } from './books.ts';
import { parseClockTime } from './clock-time.ts';
import { parsePageChoice, parsePageRanges, parsePageSelection, parseSplitPoints } from './pages.ts';
import type { Parsed } from './parsed.ts';
import { parsePageNumber, parseTextLines } from './texts.ts';
import {
  parseAlphaChannel,
  parseAspectRatio,
  parseColor,
  parseDrawingScale,
  parseFileSize,
  parseFilmTime,
  parseFilmTimes,
  parseFrameRates,
  parseLanguages,
  parseLength,
  parsePictureArea,
  parsePictureSize,
  parsePrintableAscii,
  parseRgbColor,
  parseTime,
} from './values.ts';
import { parseCookieName, parseCookieValue, parseUrlPath } from './web.ts';

interface Grammar {
  /** Short description of the form, for tables and messages. */
  readonly summary: string;
  readonly parse: (text: string, definition: OptionDefinition) => Parsed<unknown>;
}

/** The parser behind each `format` of the catalog. */
export const GRAMMARS: Readonly<Record<OptionFormat, Grammar>> = {
  'alpha-channel': { summary: 'auto_create or #rrggbb', parse: parseAlphaChannel },
  'aspect-ratio': { summary: 'width:height', parse: parseAspectRatio },
  'clock-time': { summary: 'seconds, 1:30 or HH:MM:SS', parse: parseClockTime },
  color: { summary: 'a name such as red, or #rrggbb', parse: parseColor },
  'cookie-name': { summary: 'name of a cookie', parse: parseCookieName },
  'cookie-value': { summary: 'value of a cookie', parse: parseCookieValue },
  'drawing-scale': { summary: 'fit, or paper:drawing such as 1:50', parse: parseDrawingScale },
  'file-size': { summary: 'bytes, or a number with KB or MB', parse: parseFileSize },
  'film-time': { summary: 'HH:MM:SS or HH:MM:SS.mmm', parse: parseFilmTime },
  'film-times': { summary: 'times HH:MM:SS, joined by commas', parse: parseFilmTimes },
  'frame-rates': { summary: 'from:to, such as 25:23.976', parse: parseFrameRates },
  identifiers: { summary: 'scheme:value, joined by commas', parse: parseIdentifiers },
  'language-tag': { summary: 'a language such as en or pt-BR', parse: parseLanguageTag },
  length: { summary: 'number above 0, as text', parse: parseLength },
  'ocr-languages': {
    summary: 'codes joined by commas',
    parse: (text, definition) => parseLanguages(text, definition['x-values'] ?? []),
  },
  'page-choice': { summary: 'first, all, or pages such as 1-3, 5', parse: parsePageChoice },
  'page-number': { summary: 'text with {page} in it', parse: parsePageNumber },
  'page-ranges': { summary: 'pages such as 1-3, 5', parse: parsePageRanges },
  'page-selection': { summary: 'pages such as 1-3, 5, last', parse: parsePageSelection },
  'picture-area': { summary: 'width x height + x + y, such as 800x600+10+10', parse: parsePictureArea },
  'picture-size': { summary: 'width, x height, width x height, or percent, such as 800x600', parse: parsePictureSize },
  'printable-ascii': { summary: 'printable ASCII', parse: parsePrintableAscii },
  'rgb-color': { summary: '#rrggbb', parse: parseRgbColor },
  'split-points': {
    summary: 'all, blank, bookmarks, size:5MB, text:WORDS, barcode, or pages such as 1-3, 4-',
    parse: parseSplitPoints,
  },
  'text-lines': { summary: 'text', parse: parseTextLines },
  'time-of-day': { summary: 'HH:MM:SS', parse: parseTime },
  'url-path': { summary: 'path that begins with /', parse: parseUrlPath },
};
