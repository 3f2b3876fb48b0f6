import { stem } from '../../../src/files/filename.ts';
import { formatByExtension } from '../../../src/files/formats/by-extension.ts';
import { isFormatName } from '../../../src/files/formats/names.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import type { Source } from '../../../tools/office-files/families.ts';

/**
 * What LibreOffice is to call an input, which fields and sheets show: its own name, but with the extension of its content where it
 * has that of another format, with which LibreOffice refuses some files, whatever the filter says.
 */
export function loadName({ filename, format }: LocalInput, { filter }: Source): string {
  const named = formatByExtension(filename).name;
  if (format === null || filter === null || named === format.name || !isFormatName(named)) return filename;
  return `${stem(filename)}.${format.name}`;
}
