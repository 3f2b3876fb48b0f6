import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ConversionError } from '../task/errors.ts';
import { conversionAnswer, errorAnswer } from './answers.ts';
import type { ConversionCall, Converted, Converter } from './converter.ts';
import { Kept } from './expiring-map.ts';

/** A conversion that continues while its client does something else. */
interface Job {
  readonly cancel: AbortController;
  /** Percent. */
  progress: number;
  readonly end: Promise<Converted>;
  isOver: boolean;
}

/** Milliseconds that a job is kept after it was last asked for. */
const KEPT_MS = 60 * 60_000;
const MOST_JOBS = 200;

/** The conversions that `convert` has started in the background. A conversion that nobody asks for any more is canceled. */
export class Jobs {
  readonly #converter: Converter;
  readonly #jobs = new Kept<Job>({ forMs: KEPT_MS, most: MOST_JOBS });

  constructor(converter: Converter) {
    this.#converter = converter;
  }

  /** Starts the conversion and returns the id of its job. */
  start(call: ConversionCall): string {
    const cancel = new AbortController();
    const onProgress = (percent: number) => {
      job.progress = Math.floor(percent);
    };
    const job: Job = {
      cancel,
      progress: 0,
      end: this.#converter.convert(call, { signal: cancel.signal, onProgress }),
      isOver: false,
    };
    const over = () => {
      job.isOver = true;
    };
    job.end.then(over, over);
    return this.#jobs.add(job, () => {
      cancel.abort();
      job.end.then(({ remove }) => remove()).catch(() => {});
    });
  }

  /**
   * Returns how a job stands: the answer of `convert` when it has ended. Waits for the end for up to `waitMs`; the signal ends the wait,
   * but not the job.
   */
  async status(
    id: string,
    { waitMs, cancel, signal }: { readonly waitMs: number; readonly cancel: boolean; readonly signal: AbortSignal },
  ): Promise<CallToolResult> {
    const job = this.#jobs.get(id);
    if (job === undefined) throw gone();
    if (cancel) job.cancel.abort();
    const settled = job.end.then(
      () => {},
      () => {},
    );
    const waits = new AbortController();
    const patience = sleep(cancel ? CANCEL_MS : waitMs, undefined, { signal: AbortSignal.any([signal, waits.signal]) });
    await Promise.race([settled, patience.catch(() => {})]);
    waits.abort();
    if (!job.isOver) return stillRunning(id, job.progress);
    return job.end.then(conversionAnswer, errorAnswer);
  }

  /** Cancels running conversions and removes their outputs. */
  close(): void {
    this.#jobs.close();
  }
}

/** Time that ending all programs of a task may take, ms. */
const CANCEL_MS = 10_000;

/** Returns the answer while a job runs. */
export function stillRunning(id: string, progress: number): CallToolResult {
  const text = `The conversion is running (${progress} %). Ask job_status with job_id ${id}.`;
  return {
    content: [{ type: 'text', text }],
    structuredContent: { status: 'processing', progress, job_id: id },
  };
}

const gone = (): ConversionError =>
  new ConversionError(
    'task_invalid',
    'There is no such job: its id is wrong, or nobody asked for it for an hour. Call convert again.',
    { details: { argument: 'job_id' } },
  );
