import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../src/work/context.ts';
import { drawFormulas } from '../formulas/pool.ts';
import { runEpubScript } from './finish.ts';

interface Counted {
  readonly formulas: number;
  readonly pictures: number;
}

export interface DrawnBook {
  /** Of the book with pictures, inside the work folder; that of the book given where none could be drawn. */
  readonly path: string;
  /** All that the book has. */
  readonly formulas: number;
  /** Those that became pictures. */
  readonly pictures: number;
}

/**
 * An EPUB with its formulas (MathML) as pictures, their text as description. What is too large, nests too deep or cannot be understood stays
 * as it is (clean_mathml.py, draw.ts).
 *
 * @throws ConversionError as finishEpub and drawFormulas do
 */
export async function formulasAsPictures(path: string, pixelsPerEm: number, context: WorkContext): Promise<DrawnBook> {
  const folder = await partFolder(context, 'formulas');
  const list = join(folder, 'taken.json');
  const taken = await runEpubScript<Counted>('formula_pictures.py', ['take', path, list], context);
  if (taken.pictures === 0) return { path, formulas: taken.formulas, pictures: 0 };
  const drawn = await partFolder(context, 'drawn');
  const names = { formulas: 'formulas.json', pictures: 'pictures.json' };
  await drawFormulas(list, { ...names, pixelsPerEm }, drawn, context);
  const result = join(folder, 'book.epub');
  const args = ['put', path, join(drawn, names.pictures), result];
  return { path: result, ...(await runEpubScript<Counted>('formula_pictures.py', args, context)) };
}
