import {
  findProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';

export const PANDOC: ProgramPlaces = {
  name: 'pandoc',
  candidates: ['/usr/bin/pandoc'],
  package: 'pandoc',
  purpose: 'LaTeX, reStructuredText, Org, wikis, DocBook, JATS, notebooks and other markup',
};

/** Returns name and path for a ProgramCall. Throws ConversionError `program_missing`. */
export async function pandocProgram(): Promise<{ name: string; path: string }> {
  return { name: PANDOC.name, path: await findProgram(PANDOC) };
}

/** Describes the installed program for `convertd doctor`. */
export async function describePandoc(neededFor: readonly string[]): Promise<ProgramDescription> {
  const { name, package: from } = PANDOC;
  return { name, version: await programVersion(PANDOC), package: from, need: 'optional', neededFor };
}
