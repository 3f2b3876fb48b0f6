import { packageVersion } from '../../src/process/packages.ts';
import type { ProgramDescription } from '../../src/process/programs.ts';
import { describeOtherPrograms } from './programs.ts';
import { TARGETS } from './targets.ts';

const PACKAGE = '@node-projects/acad-ts';

/** Describes for `convertd doctor` what reads and writes drawings, and the programs that open drawings that it cannot. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  return [
    {
      name: 'acad-ts',
      version: await packageVersion(PACKAGE),
      package: PACKAGE,
      need: 'required',
      neededFor: Object.keys(TARGETS).map((target) => `cad/${target}`),
    },
    // Our own writers: acad-ts has none for these.
    {
      name: 'DWG and DXF of R12',
      version: 'built in',
      package: 'convertd',
      need: 'required',
      neededFor: Object.keys(TARGETS).map((target) => `cad/${target} version=AC1009`),
    },
    ...(await describeOtherPrograms()),
  ];
}
