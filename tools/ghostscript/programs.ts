import {
  findProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
  pythonModuleVersion,
} from '../../src/process/programs.ts';

const DISTILL_OPTIONS = [
  'version',
  'quality',
  'images_quality',
  'dpi',
  'compression=strong',
  'color',
  'filters',
  'file_size',
];

const GHOSTSCRIPT: ProgramPlaces = { name: 'gs', candidates: ['/usr/bin/gs'], package: 'ghostscript' };

/** Debian's: pikepdf and Pillow are its packages. */
const PYTHON: ProgramPlaces = { name: 'python3', candidates: ['/usr/bin/python3'], package: 'python3-pikepdf' };

/** Name and path for a ProgramCall. Throws ConversionError `program_missing`. */
export async function ghostscriptProgram(): Promise<{ name: string; path: string }> {
  return { name: GHOSTSCRIPT.name, path: await findProgram(GHOSTSCRIPT) };
}

/** Python with pikepdf, for the scripts of this folder. Throws ConversionError `program_missing`. */
export async function pikepdfProgram(): Promise<{ name: string; path: string }> {
  return { name: PYTHON.name, path: await findProgram(PYTHON) };
}

/** pikepdf as installed, for `convertd doctor`: with what the category that asks needs it for. */
export async function describePikepdf(neededFor: readonly string[]): Promise<ProgramDescription> {
  const version = await pythonModuleVersion(PYTHON, 'pikepdf');
  return { name: 'pikepdf', version, package: 'python3-pikepdf and python3-pil', need: 'required', neededFor };
}

/** What is installed, for `convertd doctor`. */
export async function describeGhostscriptPrograms(): Promise<ProgramDescription[]> {
  const options = DISTILL_OPTIONS.map((option) => `document/pdf ${option}`);
  return [
    {
      name: GHOSTSCRIPT.name,
      version: await programVersion(GHOSTSCRIPT),
      package: GHOSTSCRIPT.package,
      need: 'required',
      neededFor: [...options, 'document/* from eps and ps'],
    },
    await describePikepdf([...options, 'document/pdf grayscale']),
  ];
}
