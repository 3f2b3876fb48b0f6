import type { ErrorCode, WarningCode } from './codes.ts';

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

export type ErrorIssue = Issue<ErrorCode>;
export type WarningIssue = Issue<WarningCode>;

export interface ConversionErrorInit {
  source?: IssueSource;
  idSource?: string;
  details?: Record<string, unknown>;
  /** For the log only: a program's stderr, a host path. Never leaves the machine. */
  log?: string;
  cause?: unknown;
}

/** The only way for a stage or an engine to fail a task: a documented code and a message for the user. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly code: ErrorCode;
  readonly source: IssueSource;
  readonly idSource: string | null;
  readonly details: Record<string, unknown>;
  readonly log: string | undefined;

  constructor(code: ErrorCode, message: string, init: ConversionErrorInit = {}) {
    super(message, { cause: init.cause });
    this.code = code;
    this.source = init.source ?? defaultSource(code);
    this.idSource = init.idSource ?? null;
    this.details = init.details ?? {};
    this.log = init.log;
  }

  /** Returns the same error, about an input. @param id id of the input, if it is known */
  ofInput(id?: string): ConversionError {
    const { code, message, details, log, cause } = this;
    const idSource = id ?? this.idSource;
    return new ConversionError(code, message, {
      source: 'input',
      details,
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
