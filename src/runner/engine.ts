import type { CategoryCatalog, TargetOf, TargetOptions } from '../catalog/definition.ts';
import type { ProgramDescription } from '../process/programs.ts';
import { ConversionError } from '../task/errors.ts';
import type { OptionValues, OutputMetadata } from '../task/types.ts';
import type { LocalInput, WorkContext } from '../work/context.ts';

/** Which of so many pages are wanted: numbers from 0. */
export type PageChoice = (count: number) => readonly number[];

/** What an engine is asked to do: options are validated and defaulted, inputs are local. */
export interface EngineRequest {
  readonly target: string;
  readonly options: OptionValues;
  readonly inputs: readonly LocalInput[];
  /** All pages where it is left out. Given only by an engine that has another do a part of its work, one that `choosesPages`. */
  readonly pages?: PageChoice;
}

/** The same as the engine of a catalog gets it: a union over its targets, so that `target` tells which options there are. */
export type RequestOf<
  Catalog extends CategoryCatalog,
  Target extends TargetOf<Catalog> = TargetOf<Catalog>,
> = Target extends unknown
  ? {
      readonly target: Target;
      readonly options: TargetOptions<Catalog, Target>;
      readonly inputs: readonly LocalInput[];
      readonly pages?: PageChoice;
    }
  : never;

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
  /** What the client reads beside the file, in `metadata` of the output. */
  readonly metadata?: OutputMetadata;
}

/**
 * The definition of an engine; `engines/<category>/engine.ts` exports `engine = defineEngine(catalog, …)`. It knows nothing
 * of brokers, HTTP or storage.
 */
export interface EngineDefinition<Catalog extends CategoryCatalog> {
  /** True where a file of zero bytes is an input like any other; else it is refused as `input_empty`. */
  readonly acceptsEmptyInput?: boolean;
  /** True where it respects `pages` of a request. */
  readonly choosesPages?: boolean;
  /**
   * True where all inputs become one conversion; without it each input is a task of its own. It is asked before the options
   * are validated, too.
   */
  combinesInputs?(request: { readonly target: string; readonly options: OptionValues }): boolean;
  /** Throws ConversionError; anything else it throws is reported as `internal`. */
  convert(request: RequestOf<Catalog>, context: WorkContext): Promise<OutputFile[]>;
  /** The programs and packages that it uses; `need: 'required'` where the category cannot do without. */
  describe(): Promise<ProgramDescription[]>;
  /** Starts what stays warm between tasks, so that the first one does not wait for it. For processes that run many. Never throws. */
  warmUp?(): Promise<void>;
  /** Ends the processes that stay between tasks. The next conversion starts them again. */
  close?(): Promise<void>;
}

/** An engine as the runner uses it, whatever its catalog. */
export interface Engine {
  readonly category: string;
  readonly acceptsEmptyInput: boolean;
  combinesInputs(request: { readonly target: string; readonly options: OptionValues }): boolean;
  /** Throws ConversionError, `target_unknown` among them; anything else it throws is reported as `internal`. */
  convert(request: EngineRequest, context: WorkContext): Promise<OutputFile[]>;
  describe(): Promise<ProgramDescription[]>;
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** The engine of a catalog. Its `convert` gets options of the types that the catalog gives them, for each target. */
export function defineEngine<const Catalog extends CategoryCatalog>(
  catalog: Catalog,
  definition: EngineDefinition<Catalog>,
): Engine {
  return {
    category: catalog.category,
    acceptsEmptyInput: definition.acceptsEmptyInput ?? false,
    combinesInputs: (request) => definition.combinesInputs?.(request) ?? false,
    convert: async (request, context) => {
      if (request.pages !== undefined && definition.choosesPages !== true) {
        throw new Error(`the ${catalog.category} engine does not choose pages`);
      }
      return definition.convert(typedRequest(catalog, request), context);
    },
    describe: () => definition.describe(),
    warmUp: async () => definition.warmUp?.(),
    close: async () => definition.close?.(),
  };
}

/** The one place where options get their types: the runner has validated them against this very catalog. */
function typedRequest<Catalog extends CategoryCatalog>(catalog: Catalog, request: EngineRequest): RequestOf<Catalog> {
  if (!Object.hasOwn(catalog.targets, request.target)) {
    const message = `The ${catalog.category} category has no target "${request.target}".`;
    throw new ConversionError('target_unknown', message);
  }
  return request as unknown as RequestOf<Catalog>;
}
