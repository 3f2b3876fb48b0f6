import {
  type Need,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
  pythonModuleVersion,
} from '../../src/process/programs.ts';
import { PYTHON_LXML } from '../../tools/formats/epub/finish.ts';
import { EBOOK_CONVERT } from '../../tools/programs/calibre/programs.ts';
import { describePikepdf } from '../../tools/programs/pikepdf/programs.ts';
import { DJVU_PROGRAMS } from './prepare/djvu.ts';
import { UCONV } from './prepare/transcode.ts';
import { TARGETS } from './targets.ts';

const ALL_TARGETS = Object.keys(TARGETS).map((target) => `ebook/${target}`);

/**
 * Describes every program the engine uses, for `convertd doctor`. Programs that convert documents and pictures to text are described by
 * those categories.
 */
export async function describePrograms(): Promise<ProgramDescription[]> {
  const encodings = ALL_TARGETS.map((target) => `${target} encoding`);
  return Promise.all([
    rowOf(EBOOK_CONVERT, programVersion(EBOOK_CONVERT), 'required', ALL_TARGETS),
    rowOf(PYTHON_LXML, pythonModuleVersion(PYTHON_LXML, 'lxml.etree'), 'required', ['ebook/epub']),
    describePikepdf({ need: 'required', neededFor: ['ebook/pdf', 'ebook/pdf-ebook'] }),
    rowOf(UCONV, programVersion(UCONV), 'optional', encodings),
    ...DJVU_PROGRAMS.map((program) => rowOf(program, programVersion(program), 'optional', ['ebook/* from djvu'])),
  ]);
}

async function rowOf(
  { name, package: from }: ProgramPlaces,
  version: Promise<string | null>,
  need: Need,
  neededFor: readonly string[],
): Promise<ProgramDescription> {
  return { name, version: await version, package: from, need, neededFor };
}
