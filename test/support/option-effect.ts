/** What one conversion, or the plan for one, made of its options. */
export interface Trace {
  /** Text that describes what is done or its result, the same for the same options. */
  readonly done: string;
  /** Options named by warnings. */
  readonly warned: readonly string[];
  /** The option that caused the refusal. */
  readonly refused?: string | undefined;
}

/** How an option shows: in what is done, in a warning or in a refusal; `nothing` is a failure. */
export type Effect = 'done' | 'warned' | 'refused' | 'nothing';

/** The effect of an option, from the same conversion with it and without it. Pure. */
export function effectOf(option: string, without: Trace, given: Trace): Effect {
  if (given.refused !== undefined) return given.refused === option ? 'refused' : 'nothing';
  if (given.warned.includes(option)) return 'warned';
  return given.done === without.done ? 'nothing' : 'done';
}

/** Returns a value to test that differs from the default. Undefined: the definition names none. */
export function valueToTry({ type, enum: values, default: fallback, example, minimum, maximum }: Definition): unknown {
  if (type === 'boolean') return fallback !== true;
  const other = [example, ...(values ?? []), maximum, minimum].find(
    (value) => value !== undefined && value !== fallback,
  );
  return other ?? (type === 'string' ? 'text' : undefined);
}

interface Definition {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}
