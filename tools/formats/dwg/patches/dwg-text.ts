import { DwgStreamReaderBase, DwgStreamWriterBase } from '@node-projects/acad-ts';
import { escapeNonAscii, unescapeUnicode } from '../text.ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how acad-ts 3.2.0 reads and writes texts in DWG files before 2007, which use a code page. */

interface TextWriter {
  readonly encoding: string;
}

/** acad-ts writes characters outside the code page as `?`; drawings write them as `\U+4E2D`. */
export const unencodableText = (): Undo =>
  replaceMethod<(this: TextWriter, value: string) => void>(
    DwgStreamWriterBase.prototype,
    'writeVariableText',
    (original) =>
      function (value) {
        original.call(this, isEncodable(value ?? '', this.encoding) ? value : escapeNonAscii(value));
      },
  );

/** The only code page whose characters are known to be written correctly. */
const WESTERN = 'ANSI_1252';
const WESTERN_CHARACTERS: ReadonlySet<string> = new Set(
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
);

function isEncodable(text: string, encoding: string): boolean {
  if (/^[\0-\x7f]*$/.test(text)) return true;
  return encoding.toUpperCase() === WESTERN && [...text].every((character) => WESTERN_CHARACTERS.has(character));
}

/** acad-ts does not decode characters written as `\U+4E2D`. */
export const escapedText = (): Undo =>
  replaceMethod<(this: unknown) => string>(
    DwgStreamReaderBase.prototype,
    'readVariableText',
    (original) =>
      function () {
        return unescapeUnicode(original.call(this));
      },
  );
