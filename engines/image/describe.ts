import { type ProgramPlaces, programVersion, type VersionQuestion } from '../../src/process/programs.ts';
import type { EngineProgram } from '../../src/runner/engine.ts';
import { describeModels } from './colorize/settings.ts';
import { FINISHER_PROGRAMS } from './encode/programs.ts';
import { DECODERS } from './sources.ts';
import { TARGETS } from './targets.ts';

/** `djxl v0.7.0`, `dcmtk: dcm2pnm v3.6.7`. */
const AFTER_V = /\bv(\d+\.\d[\w.+~-]*)/;

/** How a program is asked for its version, where not by --version. */
const QUESTIONS: Readonly<Record<string, VersionQuestion>> = {
  'heif-convert': { args: ['-h'] },
  'heif-enc': { args: ['-h'] },
  cjxl: { args: ['-V'], pattern: AFTER_V },
  dcmj2pnm: { pattern: AFTER_V },
  dcml2pnm: { pattern: AFTER_V },
  // It tells none.
  dcraw_emu: { args: [], pattern: /\bLibRaw (\d+\.\d[\w.+~-]*)/ },
  ddjvu: { args: ['--help'] },
  djvused: { args: ['--help'] },
  djxl: { args: ['-V'], pattern: AFTER_V },
  ffmpeg: { args: ['-version'] },
  ImageMagick: { args: ['-version'] },
  pdfinfo: { args: ['-v'] },
  pdftocairo: { args: ['-v'] },
  pdftoppm: { args: ['-v'] },
};

/** Every program that unpacks pictures or makes targets, and what for, for `convertd doctor`. */
export async function describePrograms(): Promise<EngineProgram[]> {
  const programs = await Promise.all(
    [...uses()].map(async ([places, neededFor]) => ({
      name: places.name,
      version: await programVersion(places, QUESTIONS[places.name] ?? {}),
      package: places.package,
      neededFor,
    })),
  );
  return [...programs, ...(await describeModels())];
}

function uses(): Map<ProgramPlaces, string[]> {
  const found = new Map<ProgramPlaces, string[]>();
  const add = (program: ProgramPlaces, use: string): unknown =>
    found.set(program, [...(found.get(program) ?? []), use]);
  for (const [format, decoders] of Object.entries(DECODERS)) {
    for (const program of new Set(decoders.flatMap(({ programs }) => programs))) add(program, `image/* from ${format}`);
  }
  for (const { name, finisher } of Object.values(TARGETS)) {
    if (finisher !== null) add(FINISHER_PROGRAMS[finisher], `image/${name}`);
  }
  return found;
}
