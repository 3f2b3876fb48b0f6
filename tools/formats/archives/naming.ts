import { safeFilename, stem } from '../../../src/files/filename.ts';

const COMPRESSION = /\.(?:gz|bz2|xz|zst|lz4|lz|lzma|Z)$/i;
/** Short extensions for both layers. */
const SHORT_TAR = /\.(?:tgz|taz|tbz2?|txz|tlz4?|tzst)$/i;

/** Returns the name of the decompressed file, for a compressed file that is not an archive: `report.txt.gz` was `report.txt`. */
export function nameOfStream(filename: string): string {
  return safeFilename(filename.replace(COMPRESSION, '').replace(SHORT_TAR, '.tar'));
}

/** Returns the name of an archive made of this input, without extension: `data.tar.xz` and `data.zip` are both `data`. */
export function baseOfInput(filename: string): string {
  const inner = filename.replace(COMPRESSION, '');
  return stem(/\.(?:tar|cpio)$/i.test(inner) ? inner : filename);
}

export interface StreamName {
  readonly basename: string;
  readonly extension: string;
}

/** `report.txt` becomes `report` and `txt.gz`, so that output_filename changes only the base name. */
export function nameOfCompressed(filename: string, extension: 'gz' | 'bz2' | 'xz' | 'zst'): StreamName {
  const basename = stem(filename);
  const own = filename.slice(basename.length + 1);
  if (!/^[A-Za-z0-9_-]{1,16}$/.test(own)) return { basename: filename, extension };
  return { basename, extension: `${own}.${extension}` };
}
