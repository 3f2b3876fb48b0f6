import type { Look } from './decode/second-opinion.ts';
import type { ImageOptions } from './options.ts';
import type { TargetFacts } from './targets.ts';

/**
 * How the pixel process reads a file: a `picture` that sharp reads, turned upright by its Exif data; an `unpacked` one from a decoder,
 * which is already upright; or a drawing.
 */
export type Reading = 'picture' | 'unpacked' | Drawing;

/** An SVG that resvg or librsvg renders, from memory so that it cannot reach neighbouring files. */
export type Drawing = 'svg' | 'librsvg';

export const isDrawing = (reading: Reading): reading is Drawing => reading === 'svg' || reading === 'librsvg';

/** A job of the pixel process: one picture goes through all steps (steps/pipeline.ts) into one file. */
export interface PictureJob {
  /** Name of the picture among the inputs. */
  readonly input: string;
  readonly reading: Reading;
  /** The page or frame of the file, from 0. `all`: it stays animated. */
  readonly page: number | 'all';
  /** Duration of each frame, ms, if the decoder knows better than the file. */
  readonly delay?: readonly number[];
  /** Dots per inch of the source, if the decoder knows and the file may not state it. */
  readonly density: number | null;
  /** Whether the source has no pixels of its own and was drawn at that density. */
  readonly isDrawn: boolean;
  readonly options: ImageOptions;
  /** The requested target. The job writes the target itself, or a PNG for the program that makes it (encode/finish.ts). */
  readonly target: TargetFacts;
  /** Name of the file to write. */
  readonly name: string;
  /** Factor of the requested sides, so that the file fits into a size. Default: 1. */
  readonly scale?: number;
  /** Whether the decoded picture is to be summarized for a second opinion (decode/second-opinion.ts). */
  readonly look: LookedAt;
  /** Path of the model that colours pictures; pools.ts sets it if one is requested. */
  readonly model?: string;
  /** Path of the model that enlarges pictures, likewise. */
  readonly upscaler?: string;
}

/** The same wording everywhere, so that it is reported only once. */
export const ENDS_EARLY = 'The picture ends early: the readable part was converted.';

export type LookedAt = 'always' | 'never' | 'where it is plain or damaged';

/** A job of the pixel process that looks at one picture of a file and writes nothing. */
export type LookJob = Pick<PictureJob, 'input' | 'page' | 'reading'>;

/** Either of the two jobs. */
export type WorkerRequest =
  | { readonly job: PictureJob; readonly look?: never }
  | { readonly job?: never; readonly look: LookJob };

/** A warning of a step, with the arguments of WorkContext.warn. */
export interface PictureWarning {
  readonly code:
    | 'option_no_effect'
    | 'option_adjusted'
    | 'output_limited'
    | 'input_truncated'
    | 'input_damaged'
    | 'metadata_lost';
  readonly message: string;
  readonly option?: string;
}

export interface PictureResult {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Dots per inch of the result, as requested or as the source states. Null: neither. */
  readonly density: number | null;
  /** Number of pages or frames of the file. */
  readonly pages: number;
  readonly warnings: readonly PictureWarning[];
  /** Whether the source has IPTC data. */
  readonly hasIptc: boolean;
  /** Summary of the unpacked picture, if requested. */
  readonly look: Look | null;
}
