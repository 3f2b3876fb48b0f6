import { findEntry } from '../../src/catalog/catalog.ts';
import { COMMON_OPTIONS } from '../../src/catalog/data/common.ts';
import { ConversionError, ConversionErrors } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { PDF_OPERATION_OPTIONS } from './operations/operations.ts';
import type { Target } from './targets.ts';

/**
 * @throws ConversionErrors with `engine_unavailable` for every option that asks for recognition or speech, which this version
 *   cannot do: none is ignored
 */
export function refuseUnavailable(target: Target, values: OptionValues): void {
  const definitions = findEntry('document', target)?.options ?? {};
  const unavailable = Object.entries(values)
    .filter(([option]) => !Object.hasOwn(COMMON_OPTIONS, option))
    .filter(([option]) => target !== 'pdf' || !PDF_OPERATION_OPTIONS.has(option))
    .filter(([option, value]) => isRequest(value, definitions[option]?.default))
    .map(([option]) => refusal(option));
  if (unavailable.length > 0) throw new ConversionErrors(unavailable);
}

function isRequest(value: unknown, byDefault: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === byDefault || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}

function refusal(option: string): ConversionError {
  const message = `Option ${option} cannot be used yet: recognising text in pictures, scans and sound is not part of this version yet. Leave it out.`;
  return new ConversionError('engine_unavailable', message, { details: { option } });
}
