import type { LocalInput } from '../../../src/work/context.ts';

/** What drawings are drawn, by the names of their formats (src/files/formats/names.ts). */
const DRAWING_FORMATS: ReadonlySet<string> = new Set(['dwg', 'dxf']);

export const isCadDrawing = ({ format }: Pick<LocalInput, 'format'>): boolean =>
  DRAWING_FORMATS.has(format?.name ?? '');
