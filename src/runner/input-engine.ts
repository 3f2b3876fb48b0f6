import type { OptionsOf } from '../catalog/definition.ts';
import type { InputCatalog } from '../catalog/input-catalog.ts';
import type { FetchedInput } from '../files/fetch/inputs.ts';
import type { ProgramDescription } from '../process/programs.ts';
import type { OptionValues, TaskConversion, TaskInput } from '../task/types.ts';
import type { WorkContext } from '../work/context.ts';

/** The work for an input engine: options are validated and have defaults, the source is as the client gave it. */
export type InputRequest<
  Catalog extends InputCatalog,
  Name extends keyof Catalog['engines'] = keyof Catalog['engines'],
> = Name extends unknown
  ? {
      readonly engine: Name;
      readonly options: OptionsOf<Catalog['engines'][Name]['options']>;
      readonly input: TaskInput;
    }
  : never;

/** What the runner provides to an input engine: the same as to an engine, in a folder of the input's own. */
export interface InputContext extends WorkContext {
  /** The conversion that its files are opened for. */
  readonly conversion: Pick<TaskConversion, 'category' | 'target'>;
  /** Brings the source to a local file, within the limits of the task, as it is done without an engine. */
  fetch(): Promise<FetchedInput>;
}

/** A file in the work folder that an input was opened to, or the fetched file. The runner identifies it. */
export interface OpenedFile {
  readonly path: string;
  /** Bare name that is safe to create in our own folder; outputs are named after it. */
  readonly filename: string;
  /** Password if it is encrypted; default: the decrypt_password of the input. */
  readonly decryptPassword?: string | null;
}

/** The definition of an input engine; `inputs/<name>/input-engine.ts` exports `inputEngine = defineInputEngine(catalog, …)`. */
export interface InputEngineDefinition<Catalog extends InputCatalog> {
  /**
   * Returns the files to convert, at least one. Several become one conversion if the engine combines its inputs, else one each. Throws
   * ConversionError; any other error is reported as `internal`.
   */
  open(request: InputRequest<Catalog>, context: InputContext): Promise<readonly OpenedFile[]>;
  /** Returns the programs and packages that it uses. */
  describe(): Promise<ProgramDescription[]>;
  /** Ends the processes that stay between tasks. The next task starts them again. */
  close?(): Promise<void>;
}

/** An input engine as the runner uses it, whatever its catalog. */
export interface InputEngine {
  open(
    request: { readonly engine: string; readonly options: OptionValues; readonly input: TaskInput },
    context: InputContext,
  ): Promise<readonly OpenedFile[]>;
  describe(): Promise<ProgramDescription[]>;
  close(): Promise<void>;
}

/** Creates the input engine of a catalog. Its `open` gets options with the types of the catalog. */
export function defineInputEngine<const Catalog extends InputCatalog>(
  _catalog: Catalog,
  definition: InputEngineDefinition<Catalog>,
): InputEngine {
  return {
    // Gives options their types, only here: the runner has validated them with the same catalog.
    open: (request, context) => definition.open(request as unknown as InputRequest<Catalog>, context),
    describe: () => definition.describe(),
    close: async () => definition.close?.(),
  };
}
