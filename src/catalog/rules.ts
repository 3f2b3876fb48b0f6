import type { ErrorCode, WarningCode } from '../task/codes.ts';

/** Values of the options that were given, without defaults. Each may still be invalid. */
export type GivenOptions = Readonly<Record<string, unknown>>;

type RuleErrorCode = Extract<ErrorCode, 'option_conflict' | 'option_invalid'>;
type RuleWarningCode = Extract<WarningCode, 'option_no_effect' | 'option_deprecated'>;

/** Result of a rule for the given options: an error ends the conversion, a warning does not. */
export type Finding = {
  readonly option: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
} & (
  | { readonly severity: 'error'; readonly code: RuleErrorCode }
  | { readonly severity: 'warning'; readonly code: RuleWarningCode }
);

/** A rule between options of one target, which JSON Schema cannot express understandably. */
export interface OptionRule {
  /** The rule applies to the targets of its category that have all of these. */
  readonly options: readonly string[];
  /** Text for users, below the table of options. */
  readonly text: string;
  readonly check: (given: GivenOptions) => readonly Finding[];
}

/** Whether an option was given. */
export const has = (given: GivenOptions, option: string): boolean => Object.hasOwn(given, option);

/** Returns those of `options` that were given. */
export const present = (given: GivenOptions, options: readonly string[]): string[] =>
  options.filter((option) => has(given, option));

/** Returns the items of a list that are objects. */
export const itemsOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];

/** Returns one error if options of more than one group were given. */
export function excludeGroups(given: GivenOptions, groups: readonly (readonly string[])[], advice: string): Finding[] {
  const used = groups.map((group) => present(given, group)).filter((group) => group.length > 0);
  return used.length > 1 ? [conflict(used.flat(), advice)] : [];
}

/** Returns the error that options cannot be given together. `reason`: why not, or what to do. */
export const conflict = (options: readonly string[], reason: string): Finding => ({
  severity: 'error',
  code: 'option_conflict',
  option: options[0] ?? '',
  message: `Options ${options.join(', ')} cannot be combined: ${reason}.`,
  details: { options },
});

/** Returns the error that another option requires this one. */
export const missingOption = (option: string, reason: string): Finding => ({
  severity: 'error',
  code: 'option_invalid',
  option,
  message: `Option ${option} is missing: ${reason}.`,
});

/** Returns the warning that an option has no effect. */
export const noEffect = (option: string, reason: string): Finding => ({
  severity: 'warning',
  code: 'option_no_effect',
  option,
  message: `Option ${option} has no effect: ${reason}.`,
});
