import { stat } from 'node:fs/promises';
import { formatOf } from '../../../../src/files/formats/names.ts';
import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import { svgToPdf } from '../../../programs/librsvg/svg-to-pdf.ts';
import type { PreviewOptions } from './job.ts';
import { drawingToSvgs } from './pool.ts';

/**
 * Converts a drawing to a PDF with a page for each sheet, which replaces it as an input: its name and id stay.
 * @param folder inside the work folder; empty
 * @throws ConversionError as `drawingToSvgs` and `svgToPdf` do
 */
export async function asPages(
  input: LocalInput,
  options: PreviewOptions,
  folder: string,
  context: WorkContext,
): Promise<LocalInput> {
  const path = await svgToPdf(await drawingToSvgs(input, options, folder, context), folder, context);
  return { ...input, path, size: (await stat(path)).size, format: formatOf('pdf') };
}
