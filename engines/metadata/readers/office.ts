import { readInPool } from '../pool.ts';
import type { Facts } from '../schema/document.ts';
import type { Reader } from './reader.ts';
import { readOfficeTags } from './tags.ts';

type OfficeFamily = 'ooxml' | 'odf' | 'flat-odf';

/** Office documents with a reader of their own; others go to ExifTool. */
const FAMILIES: ReadonlyMap<string, OfficeFamily> = new Map([
  ...['docx', 'docm', 'xlsx', 'xlsm', 'xlsb', 'pptx', 'pptm', 'vsdx'].map((name) => [name, 'ooxml'] as const),
  ...['odt', 'ott', 'ods', 'ots', 'odp', 'otp', 'odg', 'otg'].map((name) => [name, 'odf'] as const),
  ...['fodt', 'fods', 'fodp', 'fodg'].map((name) => [name, 'flat-odf'] as const),
]);

/** Returns the family of office documents that a format belongs to; null: none that has a reader of its own. */
export const officeFamily = (format: string): OfficeFamily | null => FAMILIES.get(format) ?? null;

/** Reads properties and counts of an office document. */
export const readOffice: Reader = async (reading) => {
  const { input, context } = reading;
  const name = input.format?.name ?? '';
  // The whole file is encrypted: nothing is readable.
  if (name === 'encrypted-ooxml' || name === 'encrypted-iwork') return { encrypted: true } satisfies Facts;
  const read = officeFamily(name);
  return read === null ? readOfficeTags(reading) : ((await readInPool({ read }, input.path, context)) ?? {});
};
