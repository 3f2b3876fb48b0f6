import type { DetectedFormat } from './detected-format.ts';
import { formatOf } from './names.ts';

/** Extensions that are not the names of their formats. */
export const EXTENSION_ALIASES: ReadonlyMap<string, string> = new Map([
  ['123', 'wk1'],
  ['adoc', 'txt'],
  ['ai', 'pdf'],
  ['asciidoc', 'txt'],
  ['aif', 'aiff'],
  ['azw', 'azw3'],
  ['cb7', '7z'],
  ['cbr', 'rar'],
  ['cbt', 'tar'],
  ['cbz', 'zip'],
  ['csv', 'txt'],
  ['dfxp', 'ttml'],
  ['heif', 'heic'],
  ['htm', 'html'],
  ['ipynb', 'txt'],
  ['jpe', 'jpg'],
  ['jpeg', 'jpg'],
  ['markdown', 'txt'],
  ['md', 'txt'],
  ['mediawiki', 'txt'],
  ['mhtml', 'mht'],
  ['mpeg', 'mpg'],
  ['opml', 'xml'],
  ['org', 'txt'],
  ['pbm', 'pnm'],
  ['pgm', 'pnm'],
  ['ppm', 'pnm'],
  ['prc', 'mobi'],
  ['rst', 'txt'],
  ['svgz', 'svg'],
  ['ssa', 'ass'],
  ['stc', 'sxc'],
  ['std', 'sxd'],
  ['sti', 'sxi'],
  ['stw', 'sxw'],
  ['tbz2', 'bz2'],
  ['tex', 'txt'],
  ['textile', 'txt'],
  ['tgz', 'gz'],
  ['tif', 'tiff'],
  ['tsv', 'txt'],
  ['txz', 'xz'],
  ['typ', 'txt'],
  ['wb1', 'wq1'],
  ['wb2', 'wq1'],
  ['wk3', 'wk1'],
  ['wk4', 'wk1'],
  ['wq2', 'wq1'],
  ['xhtml', 'html'],
]);

/** Returns the probable format of a file with this name or extension; kind `other` if it is unknown. */
export function formatByExtension(nameOrExtension: string): DetectedFormat {
  const extension = nameOrExtension.toLowerCase().split('.').at(-1) ?? '';
  return formatOf(EXTENSION_ALIASES.get(extension) ?? extension);
}
