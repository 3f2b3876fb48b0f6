import { loadedPackage } from '../../src/process/packages.ts';
import {
  type Need,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
  pythonModuleVersion,
  type VersionQuestion,
} from '../../src/process/programs.ts';
import { EXIFTOOL } from '../../tools/programs/exiftool/exiftool.ts';
import { QPDF } from '../../tools/programs/qpdf/programs.ts';
import { FINISHER_PROGRAMS } from './encode/programs.ts';
import { describeModels } from './models.ts';
import { DECODERS } from './sources.ts';
import { TARGETS } from './targets.ts';
import { VECTOR_PROGRAMS } from './vectors/pages.ts';

/** Version after a `v`, as in `djxl v0.7.0`, `dcmtk: dcm2pnm v3.6.7`. */
const AFTER_V = /\bv(\d+\.\d[\w.+~-]*)/;

/** How a program is asked for its version, if not with --version. */
const QUESTIONS: Readonly<Record<string, VersionQuestion>> = {
  'heif-enc': { args: ['-h'] },
  cjxl: { args: ['-V'], pattern: AFTER_V },
  dcmj2pnm: { pattern: AFTER_V },
  dcml2pnm: { pattern: AFTER_V },
  // It reports no version of its own.
  dcraw_emu: { args: [], pattern: /\bLibRaw (\d+\.\d[\w.+~-]*)/ },
  ddjvu: { args: ['--help'] },
  djvused: { args: ['--help'] },
  djxl: { args: ['-V'], pattern: AFTER_V },
  exiftool: { args: ['-ver'] },
  ffmpeg: { args: ['-version'] },
  ImageMagick: { args: ['-version'] },
  pdffonts: { args: ['-v'] },
  pdfinfo: { args: ['-v'] },
  pdftocairo: { args: ['-v'] },
  pdftoppm: { args: ['-v'] },
  pdftops: { args: ['-v'] },
};

/** Python modules whose version is asked for if the program is Python itself. */
const MODULES: Readonly<Record<string, string>> = { Pillow: 'PIL' };

/** The npm packages with native code, for all pixels and for writing drawings. */
const PACKAGES = [
  { name: 'sharp', need: 'required', neededFor: Object.keys(TARGETS).map((target) => `image/${target}`) },
  { name: '@resvg/resvg-js', need: 'optional', neededFor: [] },
  { name: '@neplex/vectorizer', need: 'required', neededFor: ['image/svg'] },
] as const;

/** Describes for `convertd doctor` every package and program that unpacks pictures or makes targets, and its purpose. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  const packages = PACKAGES.map(async ({ name, need, neededFor }) => ({
    name,
    ...(await loadedPackage(name)),
    package: `${name} (npm)`,
    need,
    neededFor,
  }));
  const programs = [...uses()].map(async ([places, { need, neededFor }]) => ({
    name: places.name,
    version: await versionOf(places),
    package: places.package,
    need,
    neededFor,
  }));
  return [...(await Promise.all([...packages, ...programs])), ...(await describeModels())];
}

function versionOf(places: ProgramPlaces): Promise<string | null> {
  const module = MODULES[places.name];
  return module === undefined
    ? programVersion(places, QUESTIONS[places.name] ?? {})
    : pythonModuleVersion(places, module);
}

/** Programs that write a target are required; those that only open one kind of input are optional. */
function uses(): Map<ProgramPlaces, { need: Need; neededFor: string[] }> {
  const found = new Map<ProgramPlaces, { need: Need; neededFor: string[] }>();
  const add = (program: ProgramPlaces, need: Need, use: string): void => {
    const before = found.get(program);
    found.set(program, {
      need: before?.need === 'required' ? 'required' : need,
      neededFor: [...(before?.neededFor ?? []), use],
    });
  };
  for (const [format, decoders] of Object.entries(DECODERS)) {
    for (const program of new Set(decoders.flatMap(({ programs }) => programs))) {
      add(program, 'optional', `image/* from ${format}`);
    }
  }
  add(QPDF, 'optional', 'image/pdf with merge');
  for (const program of VECTOR_PROGRAMS) add(program, 'optional', 'image/eps, pdf, ps and svg of drawings');
  for (const { name, tags } of Object.values(TARGETS)) {
    if (tags.length > 0) add(EXIFTOOL, 'optional', `image/${name} with keep_metadata`);
  }
  for (const { name, finisher } of Object.values(TARGETS)) {
    if (finisher !== null) add(FINISHER_PROGRAMS[finisher], 'required', `image/${name}`);
  }
  return found;
}
