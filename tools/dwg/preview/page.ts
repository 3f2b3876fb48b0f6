import { stat } from 'node:fs/promises';
import { formatOf } from '../../../src/files/formats/names.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { svgToPdf } from '../../librsvg/svg-to-pdf.ts';
import { drawingToSvg } from './pool.ts';

/**
 * A drawing as a PDF of one page, which stands for it as an input: its name and id stay.
 * @param folder inside the work folder; empty
 * @throws ConversionError as `drawingToSvg` and `svgToPdf` do
 */
export async function asPage(input: LocalInput, folder: string, context: WorkContext): Promise<LocalInput> {
  const path = await svgToPdf([await drawingToSvg(input, folder, context)], folder, context);
  return { ...input, path, size: (await stat(path)).size, format: formatOf('pdf') };
}
