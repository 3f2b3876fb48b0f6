import { ERROR_CODES, type ErrorCode, type WarningCode } from './codes.ts';

/** What an error or a warning is about. */
export type IssueSource = 'task' | 'input' | 'conversion';

/**
 * One error or warning of a thread report. `message` is for the user: what happened, to which input or option, and what to do. It never
 * contains a password, a path of the host, or a program's raw output; those belong in the log.
 */
export interface Issue<Code extends string = string> {
  source: IssueSource;
  /** Id of the input or conversion, if there is one. */
  id_source: string | null;
  code: Code;
  message: string;
  /** Facts for programs, such as `{ option, allowed }`. Safe for the user. */
  details: Record<string, unknown>;
}

export interface ErrorIssue extends Issue<ErrorCode> {
  /** Present if the code may pass, but this error stays. Older workers do not report it. */
  readonly final?: true;
}
export type WarningIssue = Issue<WarningCode>;

export interface ConversionErrorInit {
  source?: IssueSource;
  idSource?: string;
  details?: Record<string, unknown>;
  /** The code may pass, but this error stays: trying again is of no use. */
  final?: boolean;
  /** For the log only: a program's stderr, a host path. Never leaves the machine. */
  log?: string;
  cause?: unknown;
}

/** Whether the same task may succeed later. The only judge of that: a code alone does not say that an error stays. */
export const mayPass = ({ code, final = false }: { readonly code: ErrorCode; readonly final?: boolean }): boolean =>
  ERROR_CODES[code].transient && !final;

/** The only way for a stage or an engine to fail a task: a documented code and a message for the user. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly code: ErrorCode;
  readonly source: IssueSource;
  readonly idSource: string | null;
  readonly details: Record<string, unknown>;
  readonly final: boolean;
  readonly log: string | undefined;

  constructor(code: ErrorCode, message: string, init: ConversionErrorInit = {}) {
    super(message, { cause: init.cause });
    this.code = code;
    this.source = init.source ?? defaultSource(code);
    this.idSource = init.idSource ?? null;
    this.details = init.details ?? {};
    this.final = init.final ?? false;
    this.log = init.log;
  }

  /** Returns the same error, about an input. @param id id of the input, if it is known */
  ofInput(id?: string): ConversionError {
    return this.about('input', id);
  }

  /** Returns the same error, about something else. @param id its id, if it is known */
  about(source: IssueSource, id?: string): ConversionError {
    const { code, message, details, final, log, cause } = this;
    const idSource = id ?? this.idSource;
    return new ConversionError(code, message, {
      source,
      details,
      final,
      cause,
      ...(idSource !== null && { idSource }),
      ...(log !== undefined && { log }),
    });
  }

  toIssue(): ErrorIssue {
    return {
      source: this.source,
      id_source: this.idSource,
      code: this.code,
      message: this.message,
      details: this.details,
      ...(this.final && { final: true }),
    };
  }
}

/** Several errors at once, as from the validation of options. */
export class ConversionErrors extends Error {
  override readonly name = 'ConversionErrors';
  readonly errors: readonly ConversionError[];

  constructor(errors: readonly ConversionError[]) {
    super(errors.map((error) => error.message).join('\n'));
    this.errors = errors;
  }
}

function defaultSource(code: ErrorCode): IssueSource {
  if (code.startsWith('input_')) return 'input';
  if (code === 'task_invalid') return 'task';
  return 'conversion';
}
