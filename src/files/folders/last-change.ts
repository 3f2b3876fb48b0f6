import type { Stats } from 'node:fs';

/**
 * When a file was last changed, milliseconds since 1970: never before its content, name or owner was. A sandboxed program can set other files'
 * times of modification under some back ends (SECURITY.md), but not the time of that change, which the kernel keeps.
 */
export const lastChange = ({ mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>): number =>
  Math.max(mtimeMs, ctimeMs);
