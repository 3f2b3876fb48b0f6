import type { WarningCode } from '../task/codes.ts';
import type { ErrorIssue, WarningIssue } from '../task/errors.ts';
import type { InputRecord, OutputRecord, Task, ThreadReport, ThreadStatus } from '../task/types.ts';

/** Shortest interval of progress reports, ms; the final report is always sent. */
const PROGRESS_INTERVAL_MS = 250;

/** Collects the events of one task and turns them into ordered reports: several `processing`, then exactly one final. */
export class Reporter {
  readonly warnings: WarningIssue[] = [];
  readonly inputs: InputRecord[] = [];
  readonly #task: Task;
  readonly #send: (report: ThreadReport) => void;
  readonly #started = performance.now();
  #progress = 0;
  #lastSent = Number.NEGATIVE_INFINITY;

  constructor(task: Task, send: (report: ThreadReport) => void) {
    this.#task = task;
    this.#send = send;
  }

  /** Since the task was taken. */
  get seconds(): number {
    return Math.round(performance.now() - this.#started) / 1000;
  }

  /** Percent of the whole task; a value below an earlier one is ignored. */
  progress(percent: number): void {
    const next = Math.min(100, Math.floor(percent));
    const now = performance.now();
    if (next < this.#progress || now - this.#lastSent < PROGRESS_INTERVAL_MS) return;
    this.#progress = next;
    this.#lastSent = now;
    this.#send(this.#report('processing', [], []));
  }

  /** Adds a warning about how an input was opened. */
  warnOfInput(id: string, code: WarningCode, message: string, details: Record<string, unknown> = {}): void {
    this.warnings.push({ source: 'input', id_source: id, code, message, details });
  }

  warn(code: WarningCode, message: string, details: Record<string, unknown> = {}): void {
    this.warnings.push({
      source: code.startsWith('input_') ? 'input' : 'conversion',
      id_source: code.startsWith('input_') ? (this.#task.input[0]?.id ?? null) : this.#task.conversion.id,
      code,
      message,
      details,
    });
  }

  finish(status: Exclude<ThreadStatus, 'processing'>, output: OutputRecord[], errors: ErrorIssue[]): ThreadReport {
    if (status === 'completed') this.#progress = 100;
    const report = this.#report(status, output, errors);
    this.#send(report);
    return report;
  }

  #report(status: ThreadStatus, output: OutputRecord[], errors: ErrorIssue[]): ThreadReport {
    return {
      task_id: this.#task.id,
      job_id: this.#task.job_id,
      status,
      progress: this.#progress,
      input: [...this.inputs],
      output,
      warnings: [...this.warnings],
      errors,
      exec_time: this.seconds,
    };
  }
}
