import type { DetectedFormat } from '../../../src/files/formats/detected-format.ts';

const KINDS: ReadonlySet<string> = new Set(['image', 'font', 'audio', 'video']);

/** Whether a file inside a document or an archive is of a kind that is extracted. */
export const isAsset = (format: DetectedFormat | null): boolean => format !== null && KINDS.has(format.kind);
