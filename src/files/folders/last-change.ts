import type { Stats } from 'node:fs';

/**
 * Returns when a file was last changed, milliseconds since 1970: never earlier than the last change of its content, name or owner. Under
 * some back ends, a sandboxed program can set other files' modification times (SECURITY.md), but not the change time, which the kernel
 * keeps.
 */
export const lastChange = ({ mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>): number =>
  Math.max(mtimeMs, ctimeMs);
