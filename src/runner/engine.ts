import type { DetectedFormat } from '../files/identify.ts';
import type { ProgramCall, ProgramResult } from '../process/command.ts';
import type { WarningCode } from '../task/codes.ts';
import type { OptionValues } from '../task/types.ts';

/** A fetched and identified input. Engines read it and never change it. */
export interface LocalInput {
  readonly id: string;
  /** Absolute path; may lie outside the work folder (a local `file:` source). Programs of the task may read it. */
  readonly path: string;
  /** What the user calls it: a bare name, no folder, safe to create in a folder of ours. */
  readonly filename: string;
  /** Bytes, more than 0. */
  readonly size: number;
  /** What its content says it is, or null where nothing recognises it. */
  readonly format: DetectedFormat | null;
  readonly decryptPassword: string | null;
}

/** What an engine is asked to do: options are validated and defaulted, inputs are local. */
export interface EngineRequest<Options = OptionValues> {
  readonly target: string;
  readonly options: Options;
  readonly inputs: readonly LocalInput[];
}

/** What the runner lends to an engine for one task. */
export interface EngineContext {
  /** Empty folder of this task alone; the only place its programs can write. Removed after the task. */
  readonly workFolder: string;
  readonly signal: AbortSignal;
  /** Percent done, 0 to 100. Call as often as convenient: the runner throttles. */
  progress(percent: number): void;
  /** Tell the user that something was ignored, adjusted or lost. `details.option` names the option where there is one. */
  warn(code: WarningCode, message: string, details?: Record<string, unknown>): void;
  /** Run one native program, confined to the work folder and able to read this task's inputs. */
  run(call: ProgramCall): Promise<ProgramResult>;
  /** Run programs joined stdout to stdin; the results are in the same order. */
  pipe(calls: readonly ProgramCall[]): Promise<ProgramResult[]>;
}

/** A file that a conversion made, inside the work folder. The runner names, packs and stores it. */
export interface OutputFile {
  readonly path: string;
  /** Without the dot: `mp3`, `tar.gz`. */
  readonly extension: string;
  /** Base name; default: that of the only input, or of the first. `output_filename` overrides it. */
  readonly basename?: string;
  /** Tells several outputs of one input apart: `-2`, `-page-3`. */
  readonly suffix?: string;
  /** Inputs it was made from; default: all. */
  readonly inputIds?: readonly string[];
  readonly contentType: string;
}

/**
 * `required`: without it a core part of the category's targets fails, so every installation that offers the category needs it.
 * `optional`: it widens or improves what the category can do.
 */
export type Need = 'required' | 'optional';

/** One program an engine uses, for `convertd doctor`, `/health`, and the build of the container image. */
export interface EngineProgram {
  readonly name: string;
  /** null: not found, or it does not work. */
  readonly version: string | null;
  /** Why one that is installed does not work, in a sentence. */
  readonly problem?: string;
  readonly need: Need;
  /** Debian or npm package that brings it. */
  readonly package: string;
  /** What cannot be done without it, as `category/target` or `category/target option=value`. */
  readonly neededFor: readonly string[];
}

/** One category's engine. It knows nothing of brokers, HTTP or storage. `engines/<category>/engine.ts` exports it as `engine`. */
export interface Engine {
  readonly category: string;
  /** True where a file of zero bytes is an input like any other; else it is refused as `input_empty`. */
  readonly acceptsEmptyInput?: boolean;
  /** True where all inputs become one conversion; else each input is a task of its own. */
  combinesInputs(request: { target: string; options: OptionValues }): boolean;
  /** Throws ConversionError; anything else it throws is reported as `internal`. */
  convert(request: EngineRequest, context: EngineContext): Promise<OutputFile[]>;
  describe(): Promise<EngineProgram[]>;
  /** Starts what stays warm between tasks, so that the first one does not wait for it. For processes that run many. Never throws. */
  warmUp?(): Promise<void>;
}
