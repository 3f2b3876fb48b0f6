import { ConversionError } from '../task/errors.ts';
import type { LocalInput } from '../work/context.ts';

/** Returns the one input of an engine that makes `what` (`A picture`) of one. Throws ConversionError `input_count` for several. */
export function onlyInput(inputs: readonly LocalInput[], what: string): LocalInput {
  const [input] = inputs;
  if (input !== undefined && inputs.length === 1) return input;
  throw new ConversionError('input_count', `${what} needs exactly one input, not ${inputs.length}.`);
}
