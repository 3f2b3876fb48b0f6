import { describe, expect, it } from 'vitest';
import { bookArguments } from '../../../engines/ebook/arguments.ts';
import { readOptions } from '../../../engines/ebook/options.ts';
import type { Target } from '../../../engines/ebook/targets.ts';
import { listEntries, validateConversion } from '../../../src/catalog/index.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/options/common.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { effectOf, type Trace, valueToTry } from '../../support/option-effect.ts';

/** What the source becomes before calibre reads it depends on these; who prepares it warns of those that mean nothing for its kind. */
const OF_SOURCES = [
  'cover',
  'encoding',
  'formulas',
  'language',
  'language_stt',
  'ocr',
  'ocr_filter',
  'ocr_filter_options',
  'password',
];
/** What these go with. */
const BESIDE: Readonly<Record<string, OptionValues>> = { series_index: { series: 'Voyages' } };
const VALUES: OptionValues = {
  reader: 'Kobo',
  tags: 'sea, whales',
  identifiers: 'isbn:9780142437247, doi:10.1000/182',
};

const targets = listEntries({ category: 'ebook' });

function traceOf(target: Target, options: OptionValues): Trace {
  const valid = validateConversion({ category: 'ebook', target, options });
  const { book, notices } = readOptions(target, valid.options);
  const warned = [...valid.warnings.map(({ details }) => details?.option), ...notices.map(({ option }) => option)];
  return { done: JSON.stringify(bookArguments(target, book)), warned: warned.map(String) };
}

describe.each(targets)('$target', ({ target: name, options }) => {
  const target = name as Target;
  const cases = Object.entries(options).filter(
    ([option]) => !Object.hasOwn(COMMON_OPTIONS, option) && !OF_SOURCES.includes(option),
  );

  it.each(cases)('honours %s or warns', (option, definition) => {
    const wanted = VALUES[option];
    const value =
      wanted !== undefined && (definition.enum ?? [wanted]).includes(wanted as string)
        ? wanted
        : valueToTry(definition);
    const beside = BESIDE[option] ?? {};
    expect(
      effectOf(option, traceOf(target, beside), traceOf(target, { ...beside, [option]: value })),
      String(value),
    ).not.toBe('nothing');
  });

  it('has no effect without options', () => {
    expect(effectOf('title', traceOf(target, {}), traceOf(target, {}))).toBe('nothing');
  });
});
