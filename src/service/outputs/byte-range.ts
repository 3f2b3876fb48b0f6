import type { FileRange } from '../files/service-files.ts';

export interface Representation {
  /** Bytes. */
  readonly size: number;
  /** Strong entity tag, in quotes. */
  readonly etag: string;
  /** ms since 1970 */
  readonly modified: number;
}

/**
 * Returns the part of a file that a GET asks for (RFC 9110, 14). Invalid ranges, several ranges, and ranges of another version of the file
 * (If-Range) mean the whole file, as the standard allows.
 * @returns null for the whole file, `unsatisfiable` if the file has no byte of the range
 */
export function requestedRange(
  range: string | undefined,
  ifRange: string | undefined,
  file: Representation,
): FileRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  if (ifRange !== undefined && !isSame(ifRange.trim(), file)) return null;
  const { size } = file;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function isSame(validator: string, { etag, modified }: Representation): boolean {
  if (validator.startsWith('"')) return validator === etag;
  // HTTP dates have whole seconds. A weak ETag matches nothing here.
  return Date.parse(validator) === Math.floor(modified / 1000) * 1000;
}

/** Whether the client already has this version (If-None-Match). */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}
