import { type ByteSource, has, openByteSource } from '../../../src/files/formats/byte-source.ts';
import { compoundStreamStart } from '../../../src/files/formats/compound.ts';
import type { LocalInput } from '../../../src/work/context.ts';

/** First two bytes of the stream WordDocument in Word 6 and 95 ([MS-DOC] 2.5.2 wIdent is 0xA5EC from Word 97 on). */
const WORD_BEFORE_97 = Buffer.from([0xdc, 0xa5]);

const COMPOUND_FILE = '\xd0\xcf\x11\xe0';
const WORD_2 = '\xdb\xa5';

/**
 * Returns LibreOffice's filter for a `.doc` or `.xls` from before Office 97, which its filters for 97 do not read; null for other inputs.
 * Until Word 2, Word for DOS and Excel 4 the file is the stream itself; later files are recognised by their streams: Word by its first
 * bytes, Excel by the name `Book` instead of `Workbook`.
 */
export async function olderFilter({ path, format }: LocalInput): Promise<string | null> {
  if (format?.name !== 'doc' && format?.name !== 'xls') return null;
  const source = await openByteSource(path);
  if (source === null) return null;
  try {
    return await (format.name === 'xls' ? olderExcel(source) : olderWord(source));
  } finally {
    await source.close();
  }
}

async function olderExcel(source: ByteSource): Promise<string | null> {
  if (!has(source.head, 0, COMPOUND_FILE)) return 'MS Excel 4.0';
  const isNewer = (await compoundStreamStart(source, 'workbook', 0)) !== null;
  return isNewer ? null : 'MS Excel 95';
}

async function olderWord(source: ByteSource): Promise<string | null> {
  if (!has(source.head, 0, COMPOUND_FILE)) return has(source.head, 0, WORD_2) ? 'MS WinWord 5' : 'DosWord';
  const start = await compoundStreamStart(source, 'worddocument', WORD_BEFORE_97.length);
  return start?.equals(WORD_BEFORE_97) ? 'MS Word 95' : null;
}
