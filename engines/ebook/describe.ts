import { type ProgramPlaces, programVersion } from '../../src/process/programs.ts';
import type { EngineProgram } from '../../src/runner/engine.ts';
import { EBOOK_CONVERT } from './calibre/programs.ts';
import { PYTHON_LXML } from './finish/finish.ts';
import { DJVU_PROGRAMS } from './prepare/djvu.ts';
import { UCONV } from './prepare/transcode.ts';
import { TARGETS } from './targets.ts';

const ALL_TARGETS = Object.keys(TARGETS).map((target) => `ebook/${target}`);

/**
 * Every program the engine uses, for `convertd doctor`. What documents and pictures become text with is told by those
 * categories.
 */
export async function describePrograms(): Promise<EngineProgram[]> {
  return Promise.all([
    stateOf(EBOOK_CONVERT, ALL_TARGETS),
    stateOf(PYTHON_LXML, ['ebook/epub']),
    stateOf(
      UCONV,
      ALL_TARGETS.map((target) => `${target} encoding`),
    ),
    ...DJVU_PROGRAMS.map((program) => stateOf(program, ['ebook/* from djvu'])),
  ]);
}

async function stateOf(program: ProgramPlaces, neededFor: readonly string[]): Promise<EngineProgram> {
  const { name, package: from } = program;
  return { name, version: await programVersion(program), package: from, neededFor };
}
