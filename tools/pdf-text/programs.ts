import type { ProgramCall } from '../../src/process/command.ts';
import {
  findProgram,
  locateProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../src/process/programs.ts';
import { fastAllocation } from './allocator.ts';

const TEXT_TARGETS = ['txt', 'doc', 'docx', 'odt', 'rtf', 'html', 'xls', 'xlsx', 'ods'].map(
  (target) => `document/${target} from pdf`,
);

const PROGRAMS = {
  pdfinfo: { name: 'pdfinfo', candidates: ['/usr/bin/pdfinfo'], package: 'poppler-utils' },
  pdftotext: { name: 'pdftotext', candidates: ['/usr/bin/pdftotext'], package: 'poppler-utils' },
  pdftohtml: { name: 'pdftohtml', candidates: ['/usr/bin/pdftohtml'], package: 'poppler-utils' },
  pdfimages: { name: 'pdfimages', candidates: ['/usr/bin/pdfimages'], package: 'poppler-utils' },
  qpdf: { name: 'qpdf', candidates: ['/usr/bin/qpdf'], package: 'qpdf' },
} as const satisfies Record<string, ProgramPlaces>;

export type PdfProgram = keyof typeof PROGRAMS;

/** What a ProgramCall says of the program itself. */
export type ProgramStart = Pick<ProgramCall, 'name' | 'path' | 'env'>;

/** Throws ConversionError `program_missing`. */
export async function pdfProgram(key: PdfProgram): Promise<ProgramStart> {
  return start(key, await findProgram(PROGRAMS[key]));
}

/** The same; null where it is not installed. */
export async function pdfProgramIfThere(key: PdfProgram): Promise<ProgramStart | null> {
  const path = await locateProgram(PROGRAMS[key]);
  return path === null ? null : start(key, path);
}

async function start(key: PdfProgram, path: string): Promise<ProgramStart> {
  const { name } = PROGRAMS[key];
  return key === 'qpdf' ? { name, path, env: await fastAllocation() } : { name, path };
}

/** One of them as installed, for `convertd doctor`: with what the category that asks needs it for. */
export async function describePdfProgram(key: PdfProgram, neededFor: readonly string[]): Promise<ProgramDescription> {
  const places: ProgramPlaces = PROGRAMS[key];
  const version = await programVersion(places, { args: [key === 'qpdf' ? '--version' : '-v'] });
  return { name: places.name, version, package: places.package, need: 'required', neededFor };
}

/** What is installed, for `convertd doctor`. */
export async function describePdfPrograms(): Promise<ProgramDescription[]> {
  const locked = TEXT_TARGETS.map((target) => `${target} with decrypt_password`);
  const keys = Object.keys(PROGRAMS) as PdfProgram[];
  return Promise.all(keys.map((key) => describePdfProgram(key, key === 'qpdf' ? locked : TEXT_TARGETS)));
}
