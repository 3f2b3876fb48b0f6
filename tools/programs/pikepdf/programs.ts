import {
  findProgram,
  type ProgramDescription,
  type ProgramPlaces,
  pythonModuleVersion,
} from '../../../src/process/programs.ts';

/** Debian's Python, because pikepdf and Pillow are Debian packages. */
export const PYTHON_WITH_PIKEPDF: ProgramPlaces = {
  name: 'python3',
  candidates: ['/usr/bin/python3'],
  package: 'python3-pikepdf',
};

/** Returns Python with pikepdf. Throws ConversionError `program_missing`. */
export async function pikepdfProgram(): Promise<{ name: string; path: string }> {
  return { name: PYTHON_WITH_PIKEPDF.name, path: await findProgram(PYTHON_WITH_PIKEPDF) };
}

/** Describes pikepdf for `convertd doctor`. */
export async function describePikepdf(
  about: Pick<ProgramDescription, 'need' | 'neededFor'>,
): Promise<ProgramDescription> {
  const version = await pythonModuleVersion(PYTHON_WITH_PIKEPDF, 'pikepdf');
  return { name: 'pikepdf', version, package: 'python3-pikepdf and python3-pil', ...about };
}
