import type { WarningIssue } from '../task/errors.ts';
import { ConversionErrors } from '../task/errors.ts';
import type { OptionValues } from '../task/types.ts';
import type { CatalogEntry } from './definition.ts';
import { type FoundInputEngine, inputEngines } from './input-catalog.ts';
import { validateOptions } from './validate.ts';

type InputOptions = Pick<FoundInputEngine, 'name' | 'options'>;

export interface ValidatedInput {
  /** Only known options, with the right types and defaults. */
  readonly options: OptionValues;
  readonly warnings: readonly WarningIssue[];
}

/**
 * Validates the options of an input for its engine, as validateConversion does for a conversion.
 *
 * @param id id of the input, for errors and warnings
 * @throws ConversionErrors about the input, with every `option_invalid`
 */
export function validateInputOptions(engine: InputOptions, options: OptionValues, id?: string): ValidatedInput {
  try {
    const validated = validateOptions(entryOf(engine), { options, ...(id !== undefined && { id }) });
    return {
      options: validated.options,
      warnings: validated.warnings.map((warning) => ({ ...warning, source: 'input' })),
    };
  } catch (error) {
    if (!(error instanceof ConversionErrors)) throw error;
    throw new ConversionErrors(error.errors.map((each) => each.ofInput(id)));
  }
}

/** Returns the ways to read an input as entries of a category `input`, for display. */
export const inputEntries = (): readonly CatalogEntry[] => [...inputEngines().values()].map(entryOf);

/** Returns an entry for the validation of options. Ids above 0 are those of targets. */
const entryOf = ({ name, options }: InputOptions): CatalogEntry => ({
  id: -1 - [...inputEngines().keys()].indexOf(name),
  category: 'input',
  target: name,
  options,
});
