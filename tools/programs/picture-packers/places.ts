import type { ProgramLimits } from '../../../src/process/program-call.ts';
import {
  locateProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';

const place = (name: string, package_ = name): ProgramPlaces => ({
  name,
  candidates: [`/usr/bin/${name}`],
  package: package_,
  purpose: 'compress of such pictures',
});

/** Chooses filters and kinds of pixels of a PNG, without loss. */
export const OPTIPNG = place('optipng');
/** Packs the pixels of a PNG with better encoders of Deflate than zlib. */
export const ADVDEF = place('advdef', 'advancecomp');
/** Reduces a PNG to a palette. GPL, as gifsicle is: both are separate programs. */
export const PNGQUANT = place('pngquant');
export const GIFSICLE = place('gifsicle');

const GiB = 1024 ** 3;

/** Optipng keeps all pixels, and pngquant a copy of four bytes each: 100 megapixels of 16 bits are 800 MB. */
export const PACKER_LIMITS: Partial<ProgramLimits> = { memoryBytes: 3 * GiB, fileBytes: 2 * GiB, processes: 16 };

/** Returns the path of one of these programs. Null where it is not installed, with a warning: pictures then become less small. */
export async function findPacker(places: ProgramPlaces, { warn }: WorkContext): Promise<string | null> {
  const path = await locateProgram(places);
  const { name, package: package_ } = places;
  const message = `${name} is not installed, and the result is less small without it. Install the package ${package_}.`;
  if (path === null) warn('output_limited', message, { program: name, package: package_ });
  return path;
}

/** Describes these programs for `convertd doctor`. */
export function describePackers(neededFor: readonly string[]): Promise<ProgramDescription>[] {
  return [OPTIPNG, ADVDEF, PNGQUANT, GIFSICLE].map(async (places) => ({
    name: places.name,
    version: await programVersion(places, places === ADVDEF ? { pattern: /\bv(\d+\.\d[\w.+~-]*)/ } : {}),
    package: places.package,
    need: 'optional' as const,
    neededFor,
  }));
}
