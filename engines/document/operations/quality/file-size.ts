import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compare } from '../../../../tools/formats/pdf-compare/compare.ts';
import { type Difference, describeDifferences } from '../../../../tools/formats/pdf-compare/differences.ts';
import { shrinkImages } from '../../../../tools/formats/pdf-images/change-images.ts';
import { refuseTooManyPages } from '../../../../tools/programs/ghostscript/ghostscript.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import { versionOf } from '../file/pdf-version.ts';
import { type Rewritten, rewrite, warnOfLosses } from '../file/rewrite.ts';
import { comparisonOf } from '../file/rewrite-checked.ts';
import { pagesOf } from '../file/without-rewriting.ts';
import type { Operation, PdfJob } from '../operation.ts';
import { type Distillation, shrinkingOf } from './distill-arguments.ts';
import { readyForGhostscript } from './ready-for-ghostscript.ts';

const KiB = 1024;

/** Maximum number of passes of Ghostscript. */
const MOST_PASSES = 8;

/** Share of the target from which a result is close enough. */
const NEAR_ENOUGH = 0.92;

/** Bytes that passwords and linearisation add to a file afterwards: measured 1 to 2 KB, and more with more pages. */
const LATER_BYTES = 2 * KiB;
const LATER_BYTES_A_PAGE = 120;

/**
 * Brings each file down to a size in KiB: first lossless, by packing it tighter; if that is not enough, by lowering density and quality of
 * its images together as far as needed. The result is at most the target and within 8 % below it if images allow it (quality goes in steps,
 * since the tables of JPEG are whole numbers), after at most 8 passes. If even the lowest density (36 dpi) is too much, the smallest file
 * is taken, with a warning. Smaller files stay as they are.
 */
export const fileSize: Operation = {
  name: 'file_size',
  options: ['file_size'],
  asked: ({ file_size: size }) => size !== undefined,
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) {
      const { length: done } = result;
      const onProgress = (share: number): void => job.context.progress((100 * (done + share)) / files.length);
      result.push(await shrink(file, targetOf(file, job), job, onProgress));
    }
    return result;
  },
};

interface Target {
  readonly kibibytes: number;
  /** Bytes that the file may have before later steps. */
  readonly bytes: number;
}

function targetOf({ pages }: PdfFile, { options }: PdfJob): Target {
  const kibibytes = options.file_size ?? 0;
  const changesLater =
    options.linearize || options.new_user_password !== undefined || options.new_owner_password !== undefined;
  // At most half, so that a target of a few KiB does not become nothing.
  const later = changesLater ? Math.min(LATER_BYTES + LATER_BYTES_A_PAGE * pages, kibibytes * (KiB / 2)) : 0;
  return { kibibytes, bytes: kibibytes * KiB - later };
}

async function shrink(
  file: PdfFile,
  target: Target,
  job: PdfJob,
  onProgress: (share: number) => void,
): Promise<PdfFile> {
  if ((await sizeOf(file)) <= target.bytes) return file;
  refuseTooManyPages(file);
  const version = await versionOf(file, job);
  const packed = await pack(file, version, job);
  if ((await sizeOf(packed)) <= target.bytes) return packed;
  const ways = { packed, version, target, onProgress };
  const rewritten = await byGhostscript(ways, job);
  const best = rewritten.differences.length === 0 ? rewritten.best : await byImagesAlone(ways, rewritten, job);
  return finish(packed, best, target, job);
}

/** A result of one level of `reduction`. */
interface Candidate extends Pick<Rewritten, 'file' | 'bytes' | 'lost' | 'repaired'> {
  readonly level: number;
}

interface Ways {
  readonly packed: PdfFile;
  readonly version: string;
  readonly target: Target;
  readonly onProgress: (share: number) => void;
}

interface Found {
  readonly best: Candidate;
  /** Differences between the result and the original pages. */
  readonly differences: readonly Difference[];
}

async function byGhostscript({ packed, version, target, onProgress }: Ways, job: PdfJob): Promise<Found> {
  const { file: drawn } = await readyForGhostscript(packed, job);
  let passes = 0;
  const attempt = async (level: number): Promise<Candidate> => {
    const before = passes++;
    const settings = { distillation: reduction(level, version), pack: true, drawn };
    const made = await rewrite(packed, settings, job, (share) => onProgress((before + share) / MOST_PASSES));
    return { ...made, level };
  };
  const best = await smallestOrBest(attempt, await sizeOf(packed), target);
  return { best, differences: await compare(drawn, best.file, comparisonOf(reduction(best.level, version)), job) };
}

/** Used if Ghostscript spoils pages: reduces only the images, with a warning, and returns the file itself if that spoils pages too. */
async function byImagesAlone({ packed, version, target }: Ways, spoiled: Found, job: PdfJob): Promise<Candidate> {
  await rm(spoiled.best.file.path);
  const attempt = async (level: number): Promise<Candidate> => {
    const { file } = await shrinkImages(packed, shrinkingOf(reduction(level, version).images, version !== '1.4'), job);
    return { file, bytes: await sizeOf(file), lost: [], repaired: false, level };
  };
  const message = `Option file_size rewrites the pages, which would spoil some of this PDF (${describeDifferences(spoiled.differences)}). So only images were changed.`;
  const details = { option: 'file_size', pages: pagesOf(spoiled.differences) };
  job.context.warn('output_limited', message, details);
  const best = await smallestOrBest(attempt, await sizeOf(packed), target);
  const differences = await compare(packed, best.file, comparisonOf(reduction(best.level, version)), job);
  return differences.length === 0 ? best : { ...best, file: packed, bytes: await sizeOf(packed) };
}

/** Returns the smallest result if even that is too large, else the largest that fits. */
async function smallestOrBest(
  attempt: (level: number) => Promise<Candidate>,
  largest: number,
  { bytes }: Target,
): Promise<Candidate> {
  const smallest = await attempt(1);
  return smallest.bytes > bytes ? smallest : search(attempt, smallest, largest, bytes);
}

/**
 * Finds the largest result that fits. Levels are those of `reduction`; sizes fall about exponentially with the level, so the next guess is
 * where a line through the logarithms of both ends meets the target, but not so close to an end that the search would stall. The first
 * guess is the middle, where the curve bends: sizes fall slowly before it and fast after it.
 */
async function search(
  attempt: (level: number) => Promise<Candidate>,
  smallest: Candidate,
  largest: number,
  target: number,
): Promise<Candidate> {
  let fits = { level: 1, result: smallest };
  let tooLarge = { level: -1, bytes: largest };
  for (let pass = 1; pass < MOST_PASSES && fits.result.bytes < NEAR_ENOUGH * target; pass++) {
    const level = pass === 1 ? 0 : nextLevel(tooLarge, { level: fits.level, bytes: fits.result.bytes }, target);
    const result = await attempt(level);
    if (result.bytes > target) {
      tooLarge = { level, bytes: result.bytes };
      await rm(result.file.path);
    } else {
      // If the level has no steady effect, a lower level can give a smaller file: the larger file is kept.
      const [kept, other] = result.bytes >= fits.result.bytes ? [result, fits.result] : [fits.result, result];
      fits = { level, result: kept };
      await rm(other.file.path);
    }
  }
  return fits.result;
}

interface Measured {
  readonly level: number;
  readonly bytes: number;
}

/** Share of the span between the ends that a guess stays away from either. */
const MARGIN = 0.15;

/** Exported for its test. */
export function nextLevel(tooLarge: Measured, fits: Measured, target: number): number {
  // Slightly below the target, in the middle of the range that is close enough.
  const goal = Math.log(target * ((1 + NEAR_ENOUGH) / 2));
  const [high, low] = [Math.log(tooLarge.bytes), Math.log(fits.bytes)];
  const share = high > low ? (high - goal) / (high - low) : 0.5;
  const kept = Math.min(1 - MARGIN, Math.max(MARGIN, share));
  return tooLarge.level + (fits.level - tooLarge.level) * kept;
}

/** Above this level colours have half the resolution, which saves about as much as this step of QFactor. */
const HALF_COLOR_LEVEL = 0.3;
const HALF_COLOR_GAIN = 0.75;

/**
 * Returns how far images are reduced. Level -1: 1200 dpi and a QFactor of 0.015, practically unchanged; 0: 300 dpi and 0.15, hardly
 * visible; 1: 36 dpi and about 2, just recognisable. There are no jumps in between, as the search needs. Black and white images keep twice
 * the density, and at least 100 dpi, to stay readable.
 */
export function reduction(level: number, version: string): Distillation {
  const dpi = Math.round(300 * (level < 0 ? 0.25 : 0.12) ** level);
  const halfColor = level > HALF_COLOR_LEVEL;
  const qFactor = 0.15 * (level < 0 ? 10 : 16) ** level * (halfColor ? HALF_COLOR_GAIN : 1);
  return {
    version,
    images: {
      coding: 'recode',
      jpeg: { qFactor: Number(qFactor.toFixed(4)), halfColor },
      downsample: { dpi, monoDpi: Math.max(100, 2 * dpi), threshold: 1 },
    },
    color: null,
    remove: [],
    fonts: 'asInput',
  };
}

/** Packs all streams of the file as tight as is possible without loss, unless that makes it larger. */
async function pack(file: PdfFile, version: string, job: PdfJob): Promise<PdfFile> {
  const path = join(await job.newFolder(), 'document.pdf');
  const objects = version === '1.4' ? 'disable' : 'generate';
  const options = [`--object-streams=${objects}`, '--recompress-flate', '--compression-level=9'];
  await runQpdf({ input: file.path, options, output: path }, job);
  const packed = { ...file, path };
  return (await sizeOf(packed)) < (await sizeOf(file)) ? packed : file;
}

/** Returns the smaller file, and warns of what it lost. */
async function finish(packed: PdfFile, best: Candidate, target: Target, job: PdfJob): Promise<PdfFile> {
  const packedBytes = await sizeOf(packed);
  const isBetter = best.bytes < packedBytes;
  const bytes = Math.min(best.bytes, packedBytes);
  if (isBetter) warnOfLosses(best, ['file_size'], job);
  if (bytes > target.bytes) {
    const message = `The PDF could not be made smaller than ${Math.ceil(bytes / KiB)} KiB, even with images of 36 dpi; ${target.kibibytes} KiB were asked for.`;
    job.context.warn('output_limited', message, { option: 'file_size', bytes });
  }
  return isBetter ? best.file : packed;
}

const sizeOf = async ({ path }: PdfFile): Promise<number> => (await stat(path)).size;
