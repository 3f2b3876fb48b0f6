import { ConversionError } from '../../../src/task/errors.ts';

/** Form of an encoding's name; nothing else is passed to a program. */
const NAME = /^[A-Za-z0-9][\w.:+-]{0,39}$/;

/** ISCII 1991, unknown to Python and calibre. Its bytes start in Devanagari, and switch to other scripts themselves. */
const ISCII = /^(?:x-)?iscii-?(?:91)?$/i;

/** Returns the error for an encoding that is unknown here, or cannot be used for this source. */
export function encodingUnknown(name: string): ConversionError {
  const message = `Option encoding: no encoding of the name ${JSON.stringify(name.slice(0, 40))} is known here. Usual names are utf-8, windows-1252, iso-8859-2, koi8-r, gbk, big5, shift_jis.`;
  return new ConversionError('option_invalid', message, { details: { option: 'encoding' } });
}

/**
 * Returns ICU's `uconv` name of the encoding. ICU knows all names of the catalog but one; it reports other unknown names itself.
 * @throws ConversionError `option_invalid` for what is not a name
 */
export function icuName(name: string): string {
  if (!NAME.test(name)) throw encodingUnknown(name);
  return ISCII.test(name) ? 'x-iscii-de' : name;
}

/** Names of the catalog that the Encoding standard lacks or uses for others; they are Python's, which calibre uses. */
const PYTHON: ReadonlySet<string> = new Set([
  ...[
    'ascii',
    'iso8859_1',
    'iso8859_2',
    'iso8859_4',
    'iso8859_5',
    'iso8859_7',
    'iso8859_9',
    'iso8859_13',
    'iso8859_15',
  ],
  ...['koi8_r', 'utf-16', 'euc_jp', 'sjis', 'iso2022jp', 'tis620', 'gb2312', 'iso-2022-kr'],
]);

/** Encodings of the standard that Python lacks. */
const NOT_IN_PYTHON: ReadonlySet<string> = new Set(['x-user-defined', 'replacement', 'iso-8859-8-i']);

/**
 * Returns calibre's name of the encoding, for books with bytes in that encoding inside.
 * @throws ConversionError `option_unsupported` for ISCII, `option_invalid` for unknown names
 */
export function pythonName(name: string): string {
  if (ISCII.test(name)) {
    const message = `Option encoding: ${name} can be used for texts and HTML, not for a book like this one.`;
    throw new ConversionError('option_unsupported', message, { details: { option: 'encoding' } });
  }
  if (PYTHON.has(name.toLowerCase())) return name;
  const label = NAME.test(name) ? standardName(name) : null;
  if (label === null || NOT_IN_PYTHON.has(label)) throw encodingUnknown(name);
  return label;
}

function standardName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
