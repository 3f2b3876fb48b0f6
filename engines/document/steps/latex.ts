import { copyFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Project } from '../../../tools/formats/markup/project.ts';
import { typesetLatex } from '../../../tools/programs/latex/typeset.ts';
import type { Draft, Work } from './step.ts';

/**
 * Typesets LaTeX: the input itself, as people wrote it, in its own encoding; or what pandoc has written, which needs all of Unicode.
 * Throws ConversionError as typesetLatex does.
 */
export async function latexToPdf(draft: Draft, work: Work): Promise<Draft> {
  const { input, context } = work;
  const isOwn = draft.format !== 'source';
  const project = isOwn
    ? { folder: dirname(draft.path), main: basename(draft.path), files: new Map<string, number>() }
    : await sourceProject(draft, work);
  const path = await typesetLatex(
    { project, filename: input.filename, ...(isOwn && { program: 'xelatex' as const }) },
    context,
  );
  return { path, format: 'pdf' };
}

/** Names that TeX takes as names and nothing else. */
const PLAIN_NAME = /^[A-Za-z0-9][\w.-]*\.\w+$/;

/** Returns the files of the input. TeX calls what it writes by the name of the text. */
async function sourceProject(draft: Draft, { input, project, newFolder }: Work): Promise<Project> {
  const folder = project?.folder ?? (await newFolder());
  const name = project?.main ?? input.filename;
  const main = PLAIN_NAME.test(name) ? name : 'text.tex';
  if (project === undefined || main !== name) await copyFile(draft.path, join(folder, main));
  return { folder, main, files: project?.files ?? new Map() };
}
