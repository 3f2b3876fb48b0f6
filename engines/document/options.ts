import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { optionsWithoutEffect } from '../../tools/ocr/options.ts';
import { catalog } from './catalog.ts';
import type { DocumentOptions, Target } from './targets.ts';

/** Tells which options were given that mean nothing without `ocr`. */
export function warnOfUnusedOptions(target: Target, values: DocumentOptions, context: WorkContext): void {
  const definitions: OptionDefinitions = catalog.targets[target].options;
  const defaults = Object.fromEntries(Object.entries(definitions).map(([name, each]) => [name, each.default]));
  for (const option of optionsWithoutEffect(values, defaults)) {
    const message = `Option ${option} has no effect without ocr: true.`;
    context.warn('option_no_effect', message, { option });
  }
}
