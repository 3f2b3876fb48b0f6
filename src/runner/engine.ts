import type { CategoryCatalog, TargetOf, TargetOptions } from '../catalog/definition.ts';
import type { ProgramDescription } from '../process/programs.ts';
import { ConversionError } from '../task/errors.ts';
import type { OptionValues, OutputMetadata } from '../task/types.ts';
import type { LocalInput, WorkContext } from '../work/context.ts';
import type { MetadataEdit } from '../work/metadata.ts';

/** Chooses pages of a document with `count` pages: numbers from 0. */
export type PageChoice = (count: number) => readonly number[];

/** The work for an engine: options are validated and have defaults, inputs are local. */
export interface EngineRequest {
  readonly target: string;
  readonly options: OptionValues;
  readonly inputs: readonly LocalInput[];
  /** Default: all pages. Only set by an engine that has another engine with `choosesPages` do a part of its work. */
  readonly pages?: PageChoice;
  /** What to change in the metadata; only an engine that `appliesMetadata` looks at it. */
  readonly metadata?: MetadataEdit;
  /** Whether the order of the inputs was chosen. */
  readonly ordered?: boolean;
}

/** The request as a catalog's engine receives it: a union over its targets, so that `target` determines the options. */
export type RequestOf<
  Catalog extends CategoryCatalog,
  Target extends TargetOf<Catalog> = TargetOf<Catalog>,
> = Target extends unknown
  ? {
      readonly target: Target;
      readonly options: TargetOptions<Catalog, Target>;
      readonly inputs: readonly LocalInput[];
      readonly pages?: PageChoice;
      readonly metadata?: MetadataEdit;
      readonly ordered?: boolean;
    }
  : never;

/** A file in the work folder that a conversion made. The runner names, packs and stores it. */
export interface OutputFile {
  readonly path: string;
  /** Extension without the dot: `mp3`, `tar.gz`. */
  readonly extension: string;
  /** Base name; default: that of the first input. `output_filename` overrides it. */
  readonly basename?: string;
  /** Distinguishes several outputs of one input: `-2`, `-page-3`. */
  readonly suffix?: string;
  /** Inputs that it was made from; default: all. */
  readonly inputIds?: readonly string[];
  readonly contentType: string;
  /** Facts for the client besides the file, in `metadata` of the output. */
  readonly metadata?: OutputMetadata;
}

/**
 * The definition of an engine; `engines/<category>/engine.ts` exports `engine = defineEngine(catalog, …)`. It does not depend on brokers,
 * HTTP or storage.
 */
export interface EngineDefinition<Catalog extends CategoryCatalog> {
  /** Whether a file of zero bytes is accepted; default: it is refused as `input_empty`. */
  readonly acceptsEmptyInput?: boolean;
  /** Whether it respects `pages` of a request. */
  readonly choosesPages?: boolean;
  /** Whether it applies `metadata` of a request itself; default: it is written into the outputs afterwards. */
  appliesMetadata?(target: string): boolean;
  /** Whether all inputs become one conversion; default: each input is a task of its own. Also called before the options are validated. */
  combinesInputs?(request: { readonly target: string; readonly options: OptionValues }): boolean;
  /** Whether an input is used as it is, such as a file to attach: it may be of any kind; default: all are converted. */
  usesAsItIs?(request: Pick<EngineRequest, 'target' | 'options'>, input: LocalInput): boolean;
  /** Whether an input becomes a slide of a film, as its `slide` says; default: none does. */
  showsSlide?(request: Pick<EngineRequest, 'target' | 'options'>, input: LocalInput): boolean;
  /** Throws ConversionError; any other error is reported as `internal`. */
  convert(request: RequestOf<Catalog>, context: WorkContext): Promise<OutputFile[]>;
  /** Writes metadata into finished files, which it replaces, of any engine. Only the engine of the category metadata does. */
  writeMetadata?(outputs: readonly OutputFile[], edit: MetadataEdit, context: WorkContext): Promise<OutputFile[]>;
  /** Returns what is known of a conversion before it runs; default: nothing but the programs that the target always needs. */
  plan?(request: RequestOf<Catalog>): EnginePlan;
  /** Returns the programs and packages that it uses; `need: 'required'` if the category cannot work without. */
  describe(): Promise<ProgramDescription[]>;
  /** Starts the processes that stay warm, so that the first of many tasks does not wait. Never throws. */
  warmUp?(): Promise<void>;
  /** Ends the processes that stay between tasks. The next conversion starts them again. */
  close?(): Promise<void>;
}

/** What an engine knows of a conversion before it runs. */
export interface EnginePlan {
  /** Names of the programs, in their order; null: those that the target always needs. */
  readonly programs: readonly string[] | null;
  /** What the result will lack, whatever is in the inputs. */
  readonly losses: readonly string[];
}

/** An engine as the runner uses it, whatever its catalog. */
export interface Engine {
  readonly category: string;
  readonly acceptsEmptyInput: boolean;
  appliesMetadata(target: string): boolean;
  combinesInputs(request: { readonly target: string; readonly options: OptionValues }): boolean;
  usesAsItIs(request: Pick<EngineRequest, 'target' | 'options'>, input: LocalInput): boolean;
  showsSlide(request: Pick<EngineRequest, 'target' | 'options'>, input: LocalInput): boolean;
  /** Throws ConversionError, such as `target_unknown`; any other error is reported as `internal`. */
  convert(request: EngineRequest, context: WorkContext): Promise<OutputFile[]>;
  /** Returns the outputs with other metadata. Throws Error if the engine does not write metadata. */
  writeMetadata(outputs: readonly OutputFile[], edit: MetadataEdit, context: WorkContext): Promise<OutputFile[]>;
  plan(request: EngineRequest): EnginePlan;
  describe(): Promise<ProgramDescription[]>;
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the engine of a catalog. For each target, its `convert` gets options with the types of the catalog. */
export function defineEngine<const Catalog extends CategoryCatalog>(
  catalog: Catalog,
  definition: EngineDefinition<Catalog>,
): Engine {
  return {
    category: catalog.category,
    acceptsEmptyInput: definition.acceptsEmptyInput ?? false,
    appliesMetadata: (target) => definition.appliesMetadata?.(target) ?? false,
    combinesInputs: (request) => definition.combinesInputs?.(request) ?? false,
    usesAsItIs: (request, input) => definition.usesAsItIs?.(request, input) ?? false,
    showsSlide: (request, input) => definition.showsSlide?.(request, input) ?? false,
    convert: async (request, context) => {
      if (request.pages !== undefined && definition.choosesPages !== true) {
        throw new Error(`the ${catalog.category} engine does not choose pages`);
      }
      return definition.convert(typedRequest(catalog, request), context);
    },
    writeMetadata: async (outputs, edit, context) => {
      if (definition.writeMetadata === undefined) throw new Error(`the ${catalog.category} engine writes no metadata`);
      return definition.writeMetadata(outputs, edit, context);
    },
    plan: (request) => definition.plan?.(typedRequest(catalog, request)) ?? { programs: null, losses: [] },
    describe: () => definition.describe(),
    warmUp: async () => definition.warmUp?.(),
    close: async () => definition.close?.(),
  };
}

/** Gives options their types, only here: the runner has validated them with the same catalog. */
function typedRequest<Catalog extends CategoryCatalog>(catalog: Catalog, request: EngineRequest): RequestOf<Catalog> {
  if (!Object.hasOwn(catalog.targets, request.target)) {
    const message = `The ${catalog.category} category has no target "${request.target}".`;
    throw new ConversionError('target_unknown', message);
  }
  return request as unknown as RequestOf<Catalog>;
}
