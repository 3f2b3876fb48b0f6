import { stat } from 'node:fs/promises';
import type { ProgramCall } from '../../../src/process/program-call.ts';
import {
  findProgram,
  locateProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';
import { fastAllocation } from './allocator.ts';

export const QPDF: ProgramPlaces = { name: 'qpdf', candidates: ['/usr/bin/qpdf'], package: 'qpdf' };

/** The part of a ProgramCall that describes qpdf itself. */
export type QpdfStart = Pick<ProgramCall, 'name' | 'path' | 'env' | 'loaded'>;

/**
 * Up to this size, the work on a file takes less time than loading qpdf, so it runs in a process with qpdf already loaded; above, jemalloc
 * saves more (npm run bench:small). Bytes.
 */
const LOADED_UP_TO = 512 * 1024;

/** Throws ConversionError `program_missing`. @param input the only file that it will read; null if there are others */
export async function qpdfProgram(input: string | null): Promise<QpdfStart> {
  const path = await findProgram(QPDF);
  const isSmall = input !== null && (await stat(input)).size <= LOADED_UP_TO;
  return isSmall ? { name: QPDF.name, path, loaded: true } : { name: QPDF.name, path, env: await fastAllocation() };
}

/** Does the same; null if it is not installed. */
export async function qpdfProgramIfThere(input: string): Promise<QpdfStart | null> {
  return (await locateProgram(QPDF)) === null ? null : qpdfProgram(input);
}

/** Describes qpdf for `convertd doctor`. */
export async function describeQpdf(about: Pick<ProgramDescription, 'need' | 'neededFor'>): Promise<ProgramDescription> {
  return { name: QPDF.name, version: await programVersion(QPDF), package: QPDF.package, ...about };
}
