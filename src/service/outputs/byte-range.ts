import type { FileRange } from '../files/service-files.ts';

export interface Representation {
  /** Bytes. */
  readonly size: number;
  /** In quotes, strong. */
  readonly etag: string;
  /** ms since 1970 */
  readonly modified: number;
}

/**
 * Which part of a file a GET asks for (RFC 9110, 14). What cannot be understood, several ranges at once, and ranges of another
 * version of the file (If-Range) mean all of it, as the standard allows.
 * @returns null for all of it, `unsatisfiable` where the file has no byte of the range
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

/** Whether the client has this version already (If-None-Match). */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}
