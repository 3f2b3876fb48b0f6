import type { ProgramCall } from '../../src/process/command.ts';
import {
  findProgram,
  locateProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../src/process/programs.ts';
import { fastAllocation } from './allocator.ts';

export const QPDF: ProgramPlaces = { name: 'qpdf', candidates: ['/usr/bin/qpdf'], package: 'qpdf' };

/** The part of a ProgramCall that describes qpdf itself. */
export type QpdfStart = Pick<ProgramCall, 'name' | 'path' | 'env'>;

/** Throws ConversionError `program_missing`. */
export async function qpdfProgram(): Promise<QpdfStart> {
  return { name: QPDF.name, path: await findProgram(QPDF), env: await fastAllocation() };
}

/** The same; null where it is not installed. */
export async function qpdfProgramIfThere(): Promise<QpdfStart | null> {
  return (await locateProgram(QPDF)) === null ? null : qpdfProgram();
}

/** For `convertd doctor`. */
export async function describeQpdf(about: Pick<ProgramDescription, 'need' | 'neededFor'>): Promise<ProgramDescription> {
  return { name: QPDF.name, version: await programVersion(QPDF), package: QPDF.package, ...about };
}
