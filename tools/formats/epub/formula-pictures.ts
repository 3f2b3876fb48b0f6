import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { drawFormulas } from '../formulas/pool.ts';
import { runEpubScript } from './finish.ts';

interface Counted {
  readonly formulas: number;
  readonly pictures: number;
}

export interface DrawnBook {
  /** Path of the book with pictures, inside the work folder; of the given book if no formula could be drawn. */
  readonly path: string;
  /** Number of all formulas in the book. */
  readonly formulas: number;
  /** Number of formulas that became pictures. */
  readonly pictures: number;
}

/**
 * Replaces formulas (MathML) of an EPUB with pictures that have the formula's text as description. Formulas that are too large, nested too
 * deeply or not understood stay (clean_mathml.py, draw.ts).
 *
 * @throws ConversionError as finishEpub and drawFormulas do
 */
export async function formulasAsPictures(path: string, pixelsPerEm: number, context: WorkContext): Promise<DrawnBook> {
  const script = 'formula_pictures.py';
  const { folder, list, ...taken } = await take(script, path, context);
  if (taken.pictures === 0) return { path, formulas: taken.formulas, pictures: 0 };
  const drawn = await draw(list, pixelsPerEm, context);
  const result = join(folder, 'book.epub');
  return { path: result, ...(await runEpubScript<Counted>(script, ['put', path, drawn, result], context)) };
}

/**
 * Replaces the formulas of a docx, which calibre drops, with text, or with pictures that have that text as description. A formula that
 * cannot be drawn becomes text. Parameters and errors as in formulasAsPictures.
 *
 * @param pixelsPerEm null: all become text
 */
export async function withoutDocxFormulas(
  path: string,
  pixelsPerEm: number | null,
  context: WorkContext,
): Promise<DrawnBook> {
  const script = 'docx_formulas.py';
  const { folder, list, ...taken } = await take(script, path, context);
  if (taken.formulas === 0) return { path, formulas: 0, pictures: 0 };
  const drawn = pixelsPerEm === null || taken.pictures === 0 ? '-' : await draw(list, pixelsPerEm, context);
  const result = join(folder, 'document.docx');
  return { path: result, ...(await runEpubScript<Counted>(script, ['put', path, drawn, result], context)) };
}

async function take(script: string, path: string, context: WorkContext) {
  const folder = await partFolder(context, 'formulas');
  const list = join(folder, 'taken.json');
  return { folder, list, ...(await runEpubScript<Counted>(script, ['take', path, list], context)) };
}

/** Returns the path of the list of pictures; they are in the same folder. */
async function draw(list: string, pixelsPerEm: number, context: WorkContext): Promise<string> {
  const drawn = await partFolder(context, 'drawn');
  const names = { formulas: 'formulas.json', pictures: 'pictures.json' };
  await drawFormulas(list, { ...names, pixelsPerEm }, drawn, context);
  return join(drawn, names.pictures);
}
