import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isRef, nameOf, textOf, toText, type Value } from '../objects/values.ts';
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

/** Further entries of the same dictionary, which PDF lets writers name themselves (ISO 32000-2, 14.3.3), and Trapped. */
export type Properties = Readonly<Record<string, string>>;

/** Names of such entries: those that need no escapes, and are not in KEYS. */
export const isPropertyName = (name: string): boolean =>
  /^[A-Za-z][\w-]{0,99}$/.test(name) && !OWN_KEYS.has(`/${name}`);

const OWN_KEYS: ReadonlySet<string> = new Set(Object.values(KEYS));

/** Whether the document was changed for the colours of a press: a name instead of a text (ISO 32000-2, table 349). */
export const TRAPPED = 'Trapped';
export const TRAPPED_VALUES: readonly string[] = ['True', 'False', 'Unknown'];

/** Longest text of an entry, in characters. */
export const LONGEST_TEXT = 32_767;
/** Most further entries that are read; the rest of a file that has more stays as it is. */
const MOST_READ = 1000;

/** Returns the further entries that can be worked on; others are neither seen nor changed. */
export function readProperties(objects: PdfObjects): Properties {
  const info = objects.entries(objects.trailer['/Info']);
  const found = Object.entries(info).flatMap(([key, value]) => {
    const name = key.slice(1);
    const resolved = objects.resolve(value);
    const text = name === TRAPPED ? nameOf(resolved) : textOf(resolved);
    const isUsual = name === TRAPPED ? TRAPPED_VALUES.includes(text ?? '') : text !== null && isText(text);
    return isUsual && isPropertyName(name) ? [[name, text ?? ''] as const] : [];
  });
  return Object.fromEntries(found.slice(0, MOST_READ));
}

/** Whether an entry can have this text. */
export const isText = (text: string): boolean => text.length <= LONGEST_TEXT && !text.includes('\0');

export function readInfo(objects: PdfObjects): Info {
  const info = objects.entries(objects.trailer['/Info']);
  const read = (name: InfoName): string | null => {
    const text = textOf(objects.resolve(info[KEYS[name]]));
    return text !== null && isDate(name) ? fromPdfDate(text) : text;
  };
  return Object.fromEntries(INFO_NAMES.map((name) => [name, read(name)])) as Info;
}

/** What a patch changes in the information of a document. */
interface Information {
  readonly info: Info;
  readonly properties: Properties;
}

/** Writes the differences from `old`; entries that are not named here, or could not be read, stay unchanged. */
export function writeInfo({ info, properties }: Information, old: Information, objects: PdfObjects): void {
  const changed = INFO_NAMES.filter((name) => info[name] !== old.info[name]);
  const names = [...new Set([...Object.keys(properties), ...Object.keys(old.properties)])];
  const others = names.filter((name) => properties[name] !== old.properties[name]);
  if (changed.length === 0 && others.length === 0) return;
  const entries: Record<string, Value> = { ...objects.entries(objects.trailer['/Info']) };
  for (const name of changed) {
    const text = info[name];
    if (text === null) delete entries[KEYS[name]];
    else entries[KEYS[name]] = toText(isDate(name) ? (toPdfDate(text) ?? text) : text);
  }
  for (const name of others) {
    const text = properties[name];
    if (text === undefined) delete entries[`/${name}`];
    else entries[`/${name}`] = name === TRAPPED ? `/${text}` : toText(text);
  }
  const reference = objects.trailer['/Info'];
  const place = isRef(reference) ? reference : objects.reserve();
  objects.set(place, entries as Dict);
  if (place !== reference) objects.changeTrailer({ '/Info': place });
}
