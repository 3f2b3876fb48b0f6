import {
  findProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';
import { describePikepdf } from '../pikepdf/programs.ts';

const DISTILL_OPTIONS = [
  'version',
  'quality',
  'images_quality',
  'dpi',
  'compression=strong',
  'color',
  'filters',
  'file_size',
  'pdf_a',
];

const GHOSTSCRIPT: ProgramPlaces = { name: 'gs', candidates: ['/usr/bin/gs'], package: 'ghostscript' };

/** Returns name and path for a ProgramCall. Throws ConversionError `program_missing`. */
export async function ghostscriptProgram(): Promise<{ name: string; path: string }> {
  return { name: GHOSTSCRIPT.name, path: await findProgram(GHOSTSCRIPT) };
}

/** Describes the installed programs for `convertd doctor`. */
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
    await describePikepdf({ need: 'required', neededFor: [...options, 'document/pdf grayscale'] }),
  ];
}
