import type { Look } from './decode/second-opinion.ts';
import type { ImageOptions } from './options.ts';
import type { TargetFacts } from './targets.ts';

/**
 * How the process of pixels reads a file: a `picture` that sharp knows, turned upright by its Exif data; what a decoder
 * `unpacked`, which is upright already; or a drawing.
 */
export type Reading = 'picture' | 'unpacked' | Drawing;

/** An SVG that resvg renders, or librsvg; from memory, so that it cannot reach files beside it. */
export type Drawing = 'svg' | 'librsvg';

export const isDrawing = (reading: Reading): reading is Drawing => reading === 'svg' || reading === 'librsvg';

/** What the process that works on pixels is asked: one picture through all steps (steps/pipeline.ts), into one file. */
export interface PictureJob {
  /** Name of the picture among the inputs. */
  readonly input: string;
  readonly reading: Reading;
  /** From 0: the page or frame of the file; `all`: it stays animated. */
  readonly page: number | 'all';
  /** Milliseconds of each frame, where the decoder knows better than the file. */
  readonly delay?: readonly number[];
  /** Dots an inch of the source, where its decoder knows and the file need not say. */
  readonly density: number | null;
  /** The source has no pixels of its own: it was drawn at that density. */
  readonly isDrawn: boolean;
  readonly options: ImageOptions;
  /** What is asked for. Written is the target itself, or a PNG for the program that makes it (encode/finish.ts). */
  readonly target: TargetFacts;
  /** Name of the file to write. */
  readonly name: string;
  /** Sides of the result by those that the options ask for, so that its file fits into a size. Default: 1. */
  readonly scale?: number;
  /** Whether the decoded picture is to be summarized for a second opinion (decode/second-opinion.ts). */
  readonly look: LookedAt;
  /** Path of the model that colours pictures; pools.ts fills it where one is asked for. */
  readonly model?: string;
}

/** One wording wherever it is noticed, so that it is reported once. */
export const ENDS_EARLY = 'The picture ends early: the readable part was converted.';

export type LookedAt = 'always' | 'never' | 'where it is plain or damaged';

/** What the process of pixels is asked of one picture of a file, of which nothing is written. */
export type LookJob = Pick<PictureJob, 'input' | 'page' | 'reading'>;

/** One or the other. */
export type WorkerRequest =
  | { readonly job: PictureJob; readonly look?: never }
  | { readonly job?: never; readonly look: LookJob };

/** A warning of a step, as WorkContext.warn takes it. */
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
  /** Dots an inch of the result, as asked or as the source says; null: neither. */
  readonly density: number | null;
  /** Pages or frames that the file has. */
  readonly pages: number;
  readonly warnings: readonly PictureWarning[];
  /** Whether the source has IPTC data. */
  readonly hasIptc: boolean;
  /** How what was unpacked looks, where that was asked for. */
  readonly look: Look | null;
}
