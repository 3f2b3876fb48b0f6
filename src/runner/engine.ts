import type { ProgramDescription } from '../process/programs.ts';
import type { OptionValues } from '../task/types.ts';
import type { LocalInput, WorkContext } from '../work/context.ts';

/** What an engine is asked to do: options are validated and defaulted, inputs are local. */
export interface EngineRequest<Options = OptionValues> {
  readonly target: string;
  readonly options: Options;
  readonly inputs: readonly LocalInput[];
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

/** One category's engine. It knows nothing of brokers, HTTP or storage. `engines/<category>/engine.ts` exports it as `engine`. */
export interface Engine {
  readonly category: string;
  /** True where a file of zero bytes is an input like any other; else it is refused as `input_empty`. */
  readonly acceptsEmptyInput?: boolean;
  /** True where all inputs become one conversion; else each input is a task of its own. */
  combinesInputs(request: { target: string; options: OptionValues }): boolean;
  /** Throws ConversionError; anything else it throws is reported as `internal`. */
  convert(request: EngineRequest, context: WorkContext): Promise<OutputFile[]>;
  describe(): Promise<ProgramDescription[]>;
  /** Starts what stays warm between tasks, so that the first one does not wait for it. For processes that run many. Never throws. */
  warmUp?(): Promise<void>;
}
