import { ConversionError } from '../../../src/task/errors.ts';
import { RELEASES } from '../../../tools/formats/dwg/drawing-versions.ts';
import { identifyDrawing } from '../../../tools/formats/dwg/identify.ts';
import { readInPool } from '../pool.ts';
import type { Facts } from '../schema/document.ts';
import type { Reading } from './reader.ts';

/** Reads version and contents of a DWG or DXF; only the version if it is damaged. */
export async function readDrawingFile({ input, context, warn }: Reading): Promise<Facts> {
  if (input.format?.name !== 'dwg' && input.format?.name !== 'dxf') return {};
  const drawing = await identifyDrawing({ ...input, decryptPassword: null }).catch((error: unknown) => {
    if (error instanceof ConversionError && error.code === 'input_password_needed') return null;
    throw error;
  });
  if (drawing === null) return { encrypted: true };
  try {
    const { filename } = input;
    return (await readInPool({ read: 'drawing', drawing, filename }, input.path, context)) ?? {};
  } catch (error) {
    if (!(error instanceof ConversionError) || !error.code.startsWith('input_')) throw error;
    warn('input_damaged', error.message);
    return { drawing: { version: drawing.version, release: RELEASES[drawing.version] } };
  }
}
