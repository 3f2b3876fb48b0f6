import { programVersion } from '../../src/process/programs.ts';
import type { EngineProgram } from '../../src/runner/engine.ts';
import { EBOOK_CONVERT } from './calibre/programs.ts';
import { TARGETS } from './targets.ts';

/** Every program the engine uses, for `convertd doctor`. */
export async function describePrograms(): Promise<EngineProgram[]> {
  const { name, package: from } = EBOOK_CONVERT;
  const neededFor = Object.keys(TARGETS).map((target) => `ebook/${target}`);
  return [{ name, version: await programVersion(EBOOK_CONVERT), package: from, neededFor }];
}
