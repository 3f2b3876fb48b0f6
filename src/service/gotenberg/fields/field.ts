import type { OptionValues } from '../../../task/types.ts';
import type { Form } from '../form/form.ts';
import { FieldProblem, type Reader } from '../form/go-values.ts';
import { invalidForm } from '../refusal.ts';

/**
 * A field of Gotenberg's forms: how it is read, and what it means here. Reading, refusals, options and the table in
 * docs/coming-from/gotenberg.md all follow from this.
 */
export interface Field {
  readonly name: string;
  /** For the page: which texts it takes. */
  readonly takes: string;
  /** Throws FieldProblem. An empty text counts as none. */
  readonly read: Reader<unknown>;
  /** Gotenberg's default, if it must be said here because ours is another one. */
  readonly fallback?: unknown;
  /** Whether a request must have it. */
  readonly isNeeded?: true;
  readonly becomes: Meaning;
}

export type Meaning =
  /** Options of the conversion that makes the file, or of the input that is a web address. */
  | { readonly kind: 'options'; readonly names: readonly string[]; readonly of: (value: never) => OptionValues }
  /** The plan of the route uses its value. @param text for the page */
  | { readonly kind: 'plan'; readonly text: string }
  /** Nothing: what it asks for is so anyway, or is none of this service's business. */
  | { readonly kind: 'ignored'; readonly text: string }
  /** Any other value than `unless` is refused. */
  | { readonly kind: 'refused'; readonly unless: unknown; readonly text: string };

/** A check of files among the checks of fields: their problems are listed together, in this order. */
export interface FileCheck {
  readonly problem: (form: Form) => string | null;
}

/** What a route reads, in the order in which problems are listed. */
export type Reading = Field | FileCheck;

/** A field whose reader makes such values. */
export type FieldOf<Value> = Field & { readonly read: Reader<Value> };

/** Makes a field of one option of the same meaning. @param as makes the option's value; default: the value itself */
export const optionField = <Value>({
  option,
  as = (value) => value,
  ...field
}: Omit<FieldOf<Value>, 'becomes'> & {
  readonly option: string;
  readonly as?: (value: Value) => unknown;
}): FieldOf<Value> => ({
  ...field,
  becomes: { kind: 'options', names: [option], of: (value: Value) => ({ [option]: as(value) }) },
});

/** Makes a field of several options, or of some that depend on its value. */
export const optionsField = <Value>({
  options,
  of,
  ...field
}: Omit<FieldOf<Value>, 'becomes'> & {
  readonly options: readonly string[];
  readonly of: (value: Value) => OptionValues;
}): FieldOf<Value> => ({ ...field, becomes: { kind: 'options', names: options, of } });

/** Makes a field that the plan of its route uses. */
export const planField = <Value>(
  field: Omit<FieldOf<Value>, 'becomes'> & { readonly text: string },
): FieldOf<Value> => {
  const { text, ...rest } = field;
  return { ...rest, becomes: { kind: 'plan', text } };
};

const isField = (reading: Reading): reading is Field => 'read' in reading;

/** Fields whose options go to one place. */
export interface FieldGroup {
  readonly readings: readonly Reading[];
  /** Whether there is such an option where these go; without it, the fields mean no options. */
  readonly accepts?: (option: string) => boolean;
}

/** Values of the fields of a request. */
export interface FieldValues<Group extends string> {
  /** Returns the value of a field as its reader made it; undefined without one. */
  get<Value>(field: FieldOf<Value>): Value | undefined;
  /** The options that the fields of a group mean. */
  readonly options: Readonly<Record<Group, OptionValues>>;
}

/**
 * Reads the fields of a form, group by group.
 * @throws Refusal 400 with all problems, and for a field that nothing here does
 */
export function readFields<Group extends string>(
  form: Form,
  groups: Readonly<Record<Group, FieldGroup>>,
): FieldValues<Group> {
  const values = new Map<string, unknown>();
  const options = {} as Record<Group, OptionValues>;
  const problems: string[] = [];
  const undone: string[] = [];
  for (const [group, { readings, accepts = () => false }] of Object.entries<FieldGroup>(groups)) {
    const meant: OptionValues = {};
    for (const reading of readings) {
      if (!isField(reading)) {
        problems.push(...[reading.problem(form)].filter((problem) => problem !== null));
        continue;
      }
      const value = readField(reading, form, problems);
      if (value === undefined) continue;
      values.set(reading.name, value);
      const isGiven = form.value(reading.name) !== undefined;
      undone.push(...addOptions(meant, reading, value, { accepts, isGiven }));
    }
    options[group as Group] = meant;
  }
  if (problems.length > 0) throw invalidForm(...problems);
  if (undone.length > 0) throw invalidForm(...undone);
  return { options, get: (field) => values.get(field.name) as never };
}

/** Returns the value of a field, or undefined and adds what is wrong with it. */
function readField({ name, fallback, isNeeded, read }: Field, form: Form, problems: string[]): unknown {
  const text = form.value(name);
  if (text === undefined) {
    if (isNeeded) problems.push(`form field '${name}' is required`);
    return fallback;
  }
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    problems.push(`form field '${name}' is invalid (got '${text}', resulting to ${error.message})`);
    return undefined;
  }
}

interface Asked {
  readonly accepts: (option: string) => boolean;
  /** Whether the client has sent the field: a default that cannot be said is what happens anyway, or as near to it as can be. */
  readonly isGiven: boolean;
}

/** Adds the options that a value means. Returns what to tell the client if nothing here does it. */
function addOptions(
  meant: OptionValues,
  { name, becomes }: Field,
  value: unknown,
  { accepts, isGiven }: Asked,
): readonly string[] {
  if (becomes.kind === 'refused') {
    return value === becomes.unless ? [] : [`form field '${name}' is not supported: ${becomes.text}`];
  }
  if (becomes.kind !== 'options') return [];
  const options = Object.entries(becomes.of(value as never));
  for (const [option, each] of options) if (accepts(option)) Object.assign(meant, { [option]: each });
  return isGiven && options.some(([option]) => !accepts(option)) ? [unsupported(name)] : [];
}

/** Says that a field means something that this version does not do. */
export const unsupported = (name: string): string =>
  `form field '${name}' is not supported by this version of convertd`;
