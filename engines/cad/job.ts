import type { DrawingVersion } from '../../tools/formats/dwg/drawing-versions.ts';
import type { Drawing } from '../../tools/formats/dwg/identify.ts';
import type { Loss } from '../../tools/formats/dwg/losses.ts';
import type { Target } from './targets.ts';

/** A job of the worker process. */
export interface DrawingJob {
  readonly drawing: Drawing;
  /** Name of the input, for messages. */
  readonly filename: string;
  readonly target: Target;
  readonly version: DrawingVersion;
}

export interface DrawingResult {
  /** Number of entities in the input, without those that could not be read. */
  readonly entities: number;
  /** Objects of the input that could not be read: type to number. */
  readonly unread: Readonly<Record<string, number>>;
  /** Faults of the input that were repaired: kind to number. */
  readonly repairs: Readonly<Record<string, number>>;
  /** Losses by entity type, see Losses. */
  readonly losses: readonly (readonly [type: string, loss: Loss])[];
}

/** Names of files in the job's folder. */
export const INPUT = 'input';
export const OUTPUT = 'output';
