import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isRef, textOf, toText, type Value } from '../objects/values.ts';
import { fromPdfDate, toPdfDate } from './dates.ts';

/** Metadata of a document (ISO 32000-2, table 349). Dates in ISO 8601. */
export type Info = Readonly<Record<InfoName, string | null>>;

const KEYS = {
  title: '/Title',
  author: '/Author',
  subject: '/Subject',
  keywords: '/Keywords',
  creator: '/Creator',
  producer: '/Producer',
  creationDate: '/CreationDate',
  modificationDate: '/ModDate',
} as const;

export type InfoName = keyof typeof KEYS;

export const INFO_NAMES = Object.keys(KEYS) as readonly InfoName[];

export const isDate = (name: InfoName): boolean => name.endsWith('Date');

export function readInfo(objects: PdfObjects): Info {
  const info = objects.entries(objects.trailer['/Info']);
  const read = (name: InfoName): string | null => {
    const text = textOf(objects.resolve(info[KEYS[name]]));
    return text !== null && isDate(name) ? fromPdfDate(text) : text;
  };
  return Object.fromEntries(INFO_NAMES.map((name) => [name, read(name)])) as Info;
}

/** Writes the differences from `old`; entries that are not named here, or could not be read, stay unchanged. */
export function writeInfo(info: Info, old: Info, objects: PdfObjects): void {
  const changed = INFO_NAMES.filter((name) => info[name] !== old[name]);
  if (changed.length === 0) return;
  const entries: Record<string, Value> = { ...objects.entries(objects.trailer['/Info']) };
  for (const name of changed) {
    const text = info[name];
    if (text === null) delete entries[KEYS[name]];
    else entries[KEYS[name]] = toText(isDate(name) ? (toPdfDate(text) ?? text) : text);
  }
  const reference = objects.trailer['/Info'];
  const place = isRef(reference) ? reference : objects.reserve();
  objects.set(place, entries as Dict);
  if (place !== reference) objects.changeTrailer({ '/Info': place });
}
