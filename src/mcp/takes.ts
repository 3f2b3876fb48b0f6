import { formatOf } from '../files/formats/names.ts';
import type { FormatKind } from '../files/identify.ts';

/** What a category takes: kinds of files, and single formats of other kinds. */
interface Taken {
  readonly kinds: readonly FormatKind[];
  readonly formats?: readonly string[];
}

/** Categories that are not here, as those of further engines are not, may take anything. */
const TAKEN_BY: ReadonlyMap<string, Taken> = new Map<string, Taken>([
  ['audio', { kinds: ['audio', 'video', 'document', 'ebook', 'text'] }],
  ['cad', { kinds: [], formats: ['dwg', 'dxf'] }],
  ['document', { kinds: ['document', 'text', 'image', 'ebook', 'audio', 'video'], formats: ['dwg', 'dxf'] }],
  ['ebook', { kinds: ['ebook', 'document', 'text', 'image', 'audio', 'video'], formats: ['zip', 'rar', '7z'] }],
  ['image', { kinds: ['image'], formats: ['pdf', 'ps', 'djvu', 'dwg', 'dxf'] }],
]);

/** Extensions that are not the names of their formats. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['aif', 'aiff'],
  ['azw', 'azw3'],
  ['cbr', 'rar'],
  ['cbz', 'zip'],
  ['csv', 'txt'],
  ['htm', 'html'],
  ['jpeg', 'jpg'],
  ['markdown', 'txt'],
  ['md', 'txt'],
  ['mpeg', 'mpg'],
  ['prc', 'mobi'],
  ['tgz', 'gz'],
  ['tif', 'tiff'],
  ['tsv', 'txt'],
  ['xhtml', 'html'],
]);

/** Whether a category takes files of this name or extension, as far as that says what they are. */
export function takesFile(category: string, nameOrExtension: string): boolean {
  const taken = TAKEN_BY.get(category);
  if (taken === undefined) return true;
  const extension = nameOrExtension.toLowerCase().split('.').at(-1) ?? '';
  const { name, kind } = formatOf(ALIASES.get(extension) ?? extension);
  return taken.kinds.includes(kind) || taken.formats?.includes(name) === true;
}
