import {
  findProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';

/** Poppler's programs for reading PDF. */
export const POPPLER = {
  pdfinfo: { name: 'pdfinfo', candidates: ['/usr/bin/pdfinfo'], package: 'poppler-utils' },
  pdfdetach: { name: 'pdfdetach', candidates: ['/usr/bin/pdfdetach'], package: 'poppler-utils' },
  pdffonts: { name: 'pdffonts', candidates: ['/usr/bin/pdffonts'], package: 'poppler-utils' },
  pdfsig: { name: 'pdfsig', candidates: ['/usr/bin/pdfsig'], package: 'poppler-utils' },
  pdftotext: { name: 'pdftotext', candidates: ['/usr/bin/pdftotext'], package: 'poppler-utils' },
  pdftohtml: { name: 'pdftohtml', candidates: ['/usr/bin/pdftohtml'], package: 'poppler-utils' },
  pdfimages: { name: 'pdfimages', candidates: ['/usr/bin/pdfimages'], package: 'poppler-utils' },
  pdftocairo: { name: 'pdftocairo', candidates: ['/usr/bin/pdftocairo'], package: 'poppler-utils' },
  pdftops: { name: 'pdftops', candidates: ['/usr/bin/pdftops'], package: 'poppler-utils' },
  pdftoppm: { name: 'pdftoppm', candidates: ['/usr/bin/pdftoppm'], package: 'poppler-utils' },
} as const satisfies Record<string, ProgramPlaces>;

export type PopplerProgram = keyof typeof POPPLER;

/** Returns name and path for a ProgramCall. Throws ConversionError `program_missing`. */
export async function popplerProgram(key: PopplerProgram): Promise<{ name: string; path: string }> {
  return { name: key, path: await findProgram(POPPLER[key]) };
}

/** Describes one of them for `convertd doctor`. */
export async function describePoppler(
  key: PopplerProgram,
  about: Pick<ProgramDescription, 'need' | 'neededFor'>,
): Promise<ProgramDescription> {
  const places: ProgramPlaces = POPPLER[key];
  const { name, package: from } = places;
  return { name, version: await programVersion(places, { args: ['-v'] }), package: from, ...about };
}
