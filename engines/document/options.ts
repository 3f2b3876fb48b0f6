import { findEntry } from '../../src/catalog/catalog.ts';
import { COMMON_OPTIONS } from '../../src/catalog/data/common.ts';
import type { EngineContext } from '../../src/runner/engine.ts';
import { ConversionError, ConversionErrors } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { optionsWithoutEffect, RECOGNITION_OPTIONS } from './ocr/options.ts';
import { PDF_OPERATION_OPTIONS } from './operations/operations.ts';
import { SCAN_OPTIONS } from './steps/scans.ts';
import type { Target } from './targets.ts';

/** What the steps of this engine honour, by target. */
function isHonoured(option: string, target: Target): boolean {
  if (Object.hasOwn(COMMON_OPTIONS, option) || RECOGNITION_OPTIONS.has(option)) return true;
  return target === 'pdf' && (PDF_OPERATION_OPTIONS.has(option) || SCAN_OPTIONS.some((each) => each === option));
}

/**
 * @throws ConversionErrors with `engine_unavailable` for every option that asks for recognition of speech, which this version
 *   cannot do: none is ignored
 */
export function refuseUnavailable(target: Target, values: OptionValues): void {
  const definitions = findEntry('document', target)?.options ?? {};
  const unavailable = Object.entries(values)
    .filter(([option]) => !isHonoured(option, target))
    .filter(([option, value]) => isRequest(value, definitions[option]?.default))
    .map(([option]) => refusal(option));
  if (unavailable.length > 0) throw new ConversionErrors(unavailable);
}

/** Tells which options were given that mean nothing without `ocr`. */
export function warnOfUnusedOptions(target: Target, values: OptionValues, context: EngineContext): void {
  const definitions = findEntry('document', target)?.options ?? {};
  const defaults = Object.fromEntries(Object.entries(definitions).map(([name, each]) => [name, each.default]));
  for (const option of optionsWithoutEffect(values, defaults)) {
    const message = `Option ${option} has no effect without ocr: true.`;
    context.warn('option_no_effect', message, { option });
  }
}

function isRequest(value: unknown, byDefault: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === byDefault || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}

function refusal(option: string): ConversionError {
  const message = `Option ${option} cannot be used yet: recognising text in sound is not part of this version yet. Leave it out.`;
  return new ConversionError('engine_unavailable', message, { details: { option } });
}
