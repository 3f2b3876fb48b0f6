import { openByteSource } from '../../../src/files/formats/byte-source.ts';
import { compoundStreamStart } from '../../../src/files/formats/compound.ts';
import type { LocalInput } from '../../../src/work/context.ts';

/** First two bytes of the stream WordDocument in Word 6 and 95 ([MS-DOC] 2.5.2 wIdent is 0xA5EC from Word 97 on). */
const WORD_BEFORE_97 = Buffer.from([0xdc, 0xa5]);

/**
 * LibreOffice's filter for a `.doc` or `.xls` of before Office 97, which its filters for 97 do not read; null where the
 * input is none. Both are recognised by their streams: Word by its first bytes, Excel by the name `Book` instead of `Workbook`.
 */
export async function olderFilter({ path, format }: LocalInput): Promise<string | null> {
  if (format?.name !== 'doc' && format?.name !== 'xls') return null;
  const source = await openByteSource(path);
  if (source === null) return null;
  try {
    if (format.name === 'xls') {
      const isNewer = (await compoundStreamStart(source, 'workbook', 0)) !== null;
      return isNewer ? null : 'MS Excel 95';
    }
    const start = await compoundStreamStart(source, 'worddocument', WORD_BEFORE_97.length);
    return start?.equals(WORD_BEFORE_97) ? 'MS Word 95' : null;
  } finally {
    await source.close();
  }
}
