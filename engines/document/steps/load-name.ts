import { stem } from '../../../src/files/filename.ts';
import { formatByExtension } from '../../../src/files/formats/by-extension.ts';
import { isFormatName } from '../../../src/files/formats/names.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import type { Source } from '../../../tools/formats/office-files/families.ts';

/**
 * Returns the name under which LibreOffice loads an input, which fields and sheets show: its own name, but with the extension of its
 * content if it has that of another format, since LibreOffice refuses some such files whatever the filter is.
 */
export function loadName({ filename, format }: LocalInput, { filter }: Source): string {
  const named = formatByExtension(filename).name;
  if (format === null || filter === null || named === format.name || !isFormatName(named)) return filename;
  return `${stem(filename)}.${format.name}`;
}
