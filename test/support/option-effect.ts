/** What one conversion, or the plan for one, made of its options. */
export interface Trace {
  /** What is done, or what comes of it, as a text that is the same for the same options. */
  readonly done: string;
  /** Options that warnings name. */
  readonly warned: readonly string[];
  /** The option that it was refused for. */
  readonly refused?: string | undefined;
}

/** How an option shows: by what is done, by a warning, by being refused; `nothing` is what must not be. */
export type Effect = 'done' | 'warned' | 'refused' | 'nothing';

/** The effect of an option, from the same conversion with it and without it. Pure. */
export function effectOf(option: string, without: Trace, given: Trace): Effect {
  if (given.refused !== undefined) return given.refused === option ? 'refused' : 'nothing';
  if (given.warned.includes(option)) return 'warned';
  return given.done === without.done ? 'nothing' : 'done';
}

/** A value to try of an option, other than what holds without it. Undefined: the definition names none. */
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
