import { compileTypst } from '../../../tools/programs/typst/compile.ts';
import { projectOf } from './project.ts';
import type { Draft, Work } from './step.ts';

/** Typesets a text in Typst, with the files that came with it. Throws ConversionError as compileTypst does. */
export async function typstToPdf(draft: Draft, work: Work): Promise<Draft> {
  const { input, context, newFolder, pdfA = null } = work;
  const source = { project: await projectOf(draft, 'text.typ', work), filename: input.filename, pdfA };
  const { path, pages, isPdfA } = await compileTypst(source, await newFolder(), context);
  return { path, format: 'pdf', pages, ...(isPdfA && pdfA !== null && { pdfA }) };
}
