import {
  findProgram,
  locateProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';

/** What typesets a paper: the programs and many packages of LaTeX, and its fonts. */
const TEX_LIVE = 'texlive-xetex, texlive-fonts-recommended, lmodern and cm-super';

const place = (name: string, from: string): ProgramPlaces => ({
  name,
  candidates: [`/usr/bin/${name}`],
  package: from,
  purpose: 'typesetting by LaTeX',
});

/** Programs of TeX Live, by their names. */
export const LATEX_PROGRAMS = {
  pdflatex: place('pdflatex', TEX_LIVE),
  xelatex: place('xelatex', TEX_LIVE),
  bibtex: place('bibtex', 'texlive-binaries'),
  makeindex: place('makeindex', 'texlive-binaries'),
  biber: place('biber', 'biber'),
} as const;

export type LatexProgram = keyof typeof LATEX_PROGRAMS;

/** Returns name and path for a ProgramCall. Throws ConversionError `program_missing`. */
export async function latexProgram(name: LatexProgram): Promise<{ name: string; path: string }> {
  return { name, path: await findProgram(LATEX_PROGRAMS[name]) };
}

/** Whether LaTeX is installed. */
export const hasLatex = async (): Promise<boolean> =>
  (await Promise.all([locateProgram(LATEX_PROGRAMS.pdflatex), locateProgram(LATEX_PROGRAMS.xelatex)])).every(
    (path) => path !== null,
  );

/** Describes LaTeX for `convertd doctor`. */
export async function describeLatex(neededFor: readonly string[]): Promise<ProgramDescription> {
  // pdfTeX 3.141592653-2.6-1.40.24 (TeX Live 2022/Debian): the release of TeX Live says what can be typeset.
  const version = await programVersion(LATEX_PROGRAMS.xelatex, { pattern: /TeX Live (\d{4})/ });
  return { name: 'LaTeX', version, package: TEX_LIVE, need: 'optional', neededFor };
}
