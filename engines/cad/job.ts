import type { DrawingVersion } from '../../tools/dwg/drawing-versions.ts';
import type { Drawing } from '../../tools/dwg/identify.ts';
import type { Loss } from '../../tools/dwg/losses.ts';
import type { Target } from './targets.ts';

/** What the worker process is asked to do. */
export interface DrawingJob {
  readonly drawing: Drawing;
  /** What the user calls the input, for messages. */
  readonly filename: string;
  readonly target: Target;
  readonly version: DrawingVersion;
}

export interface DrawingResult {
  /** Entities in the input, those that could not be read not counted. */
  readonly entities: number;
  /** Objects of the input that could not be read, number by type. */
  readonly unread: Readonly<Record<string, number>>;
  /** What was wrong in the input and was put right, number by what it is. */
  readonly repairs: Readonly<Record<string, number>>;
  /** By entity type, see Losses. */
  readonly losses: readonly (readonly [type: string, loss: Loss])[];
}

/** Names in the job's folder. */
export const INPUT = 'input';
export const OUTPUT = 'output';
