import type { WarningCode } from '../task/codes.ts';
import { ConversionError, ConversionErrors, type WarningIssue } from '../task/errors.ts';
import type { OptionValues } from '../task/types.ts';
import { defaultsOf, rulesOf } from './catalog.ts';
import { coerceValue, unknownMembers } from './coerce.ts';
import type { CatalogEntry } from './definition.ts';
import { quote } from './grammar/parsed.ts';
import { requireEntry } from './lookup.ts';
import { toOptionErrors } from './messages.ts';
import { nearest } from './nearest.ts';
import type { Finding } from './rules.ts';
import { optionViolations } from './schema.ts';
import { translateSharedNames, whyNotHere } from './shared-names.ts';

/** A conversion to validate, such as a TaskConversion. */
export interface ConversionRequest {
  /** Id in errors and warnings, as `id_source`. */
  readonly id?: string;
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
}

export interface ValidatedConversion {
  readonly entry: CatalogEntry;
  /** Only known options, with the right types and defaults: a `TargetOptions` of the entry. */
  readonly options: OptionValues;
  readonly warnings: WarningIssue[];
}

/** Nobody reads more, and a hostile task could contain a million. */
const MAX_WARNINGS = 100;
const MAX_NAME = 100;

/**
 * Validates a conversion with the catalog. Names that all categories share are replaced by what they stand for. `null` for an option means that it is not given; texts are converted to numbers and booleans if
 * that is certain (see `coerceValue`); unknown options are ignored with a warning.
 *
 * Throws ConversionErrors with every error found: `target_unknown`, or `option_invalid` and `option_conflict`. Never repeats the value of a
 * secret option.
 */
export function validateConversion(conversion: ConversionRequest): ValidatedConversion {
  return validateOptions(requireEntry(conversion.category, conversion.target), conversion);
}

/** Does the same for an entry that need not be in the catalog of conversions. */
export function validateOptions(
  entry: CatalogEntry,
  conversion: Pick<ConversionRequest, 'id' | 'options'>,
): ValidatedConversion {
  const { given, findings } = checkedOptions(entry, conversion);
  return {
    entry,
    options: { ...defaultsOf(entry, given), ...given },
    warnings: [
      ...unknownOptionWarnings(entry, conversion.options, conversion.id),
      ...findings.flatMap((finding) => (finding.severity === 'warning' ? [toRuleWarning(finding, conversion.id)] : [])),
    ],
  };
}

/** Throws what `validateConversion` throws. Faster, because unknown names are not compared with known ones. */
export function checkConversion(conversion: ConversionRequest): void {
  checkedOptions(requireEntry(conversion.category, conversion.target), conversion);
}

function checkedOptions(entry: CatalogEntry, conversion: Pick<ConversionRequest, 'id' | 'options'>) {
  const { options, findings: differing } = translateSharedNames(entry, conversion.options);
  const given = givenOptions(entry, options);
  const findings = [...differing, ...rulesOf(entry).flatMap((rule) => rule.check(given))];
  const errors = [
    ...toOptionErrors(entry, given, optionViolations(entry, given), conversion.id),
    ...findings.flatMap((finding) => (finding.severity === 'error' ? [toRuleError(finding, conversion.id)] : [])),
  ];
  if (errors.length > 0) throw new ConversionErrors(errors);
  return { given, findings };
}

function givenOptions(entry: CatalogEntry, options: OptionValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry.options).flatMap(([name, definition]) => {
      const value = Object.hasOwn(options, name) ? coerceValue(definition, options[name]) : undefined;
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/** An option, or a member of a list's items, in a conversion that its target does not have. */
export interface UnknownOption {
  readonly option: string;
  readonly member?: string;
  /** The problem, without a full stop: `audio/mp3 has no option "bitrat"`. */
  readonly problem: string;
  /** Names that were probably meant, the closest first. */
  readonly close: readonly string[];
}

/** Returns the unknown options of a conversion, at most MAX_WARNINGS of each kind. */
export function unknownOptions(entry: CatalogEntry, options: OptionValues): UnknownOption[] {
  const names = Object.keys(entry.options);
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(entry.options, name) && options[name] !== null);
  return [
    ...unknown.slice(0, MAX_WARNINGS).map((option) => ({
      option,
      problem: [`${label(entry)} has no option ${quote(option)}`, whyNotHere(option) ?? []].flat().join(': '),
      close: nearest(option, names),
    })),
    ...Object.entries(entry.options).flatMap(([option, definition]) =>
      unknownMembers(definition, options[option])
        .slice(0, MAX_WARNINGS)
        .map((member) => ({
          option,
          member,
          problem: `Option ${option} of ${label(entry)} has no member ${quote(member)}`,
          close: nearest(member, Object.keys(definition.items?.properties ?? {})),
        })),
    ),
  ];
}

/** Returns ` Did you mean …?` with the closest name; empty if there is none. */
export const didYouMean = ([close]: readonly string[]): string =>
  close === undefined ? '' : ` Did you mean ${close}?`;

/** Returns a warning for each option that a target does not have. @param id of the conversion */
export const unknownOptionWarnings = (
  entry: CatalogEntry,
  options: OptionValues,
  id: string | undefined,
): WarningIssue[] =>
  unknownOptions(entry, options).map(({ option, member, problem, close }) =>
    toWarning(
      'option_unknown',
      `${problem}; it was ignored.${didYouMean(close)}`,
      { option: option.slice(0, MAX_NAME), ...(member !== undefined && { member: member.slice(0, MAX_NAME) }) },
      id,
    ),
  );

const label = (entry: CatalogEntry) => `${entry.category}/${entry.target}`;

function toRuleError(finding: Extract<Finding, { severity: 'error' }>, id: string | undefined): ConversionError {
  return new ConversionError(finding.code, finding.message, {
    ...(id === undefined ? {} : { idSource: id }),
    details: { option: finding.option, ...finding.details },
  });
}

function toRuleWarning(finding: Extract<Finding, { severity: 'warning' }>, id: string | undefined): WarningIssue {
  return toWarning(finding.code, finding.message, { option: finding.option, ...finding.details }, id);
}

function toWarning(
  code: WarningCode,
  message: string,
  details: Record<string, unknown>,
  id: string | undefined,
): WarningIssue {
  return { source: 'conversion', id_source: id ?? null, code, message, details };
}
