import { createRequire } from 'node:module';
import type { MultiBar, Params, SingleBar } from 'cli-progress';
import { environment } from '../settings/read.ts';
import type { ThreadReport } from '../task/types.ts';
import { terminal } from './terminal.ts';

/** Display of progress while threads run. */
export interface Progress {
  update(report: ThreadReport): void;
  /** Removes the display from the terminal; a later update brings it back. */
  stop(): void;
}

/** A thread and the name it is shown under. */
export interface ShownThread {
  readonly id: string;
  readonly name: string;
}

/** Columns and rows of a terminal that does not report its size. */
const USUAL = { columns: 80, rows: 24 } as const;
const BAR = { width: 24, complete: '█', rest: '░' } as const;

const NOTHING: Progress = { update: () => {}, stop: () => {} };

/**
 * Shows progress on standard error: a line for the whole if there are several threads, and one for each running thread. The lines are
 * overwritten, so nothing scrolls. Shows nothing if standard error is not a terminal or cannot move its cursor (TERM=dumb).
 */
export function showProgress(
  threads: readonly ShownThread[],
  stream: NodeJS.WriteStream = terminal().stderr,
): Progress {
  const { TERM } = environment();
  if (!stream.isTTY || TERM === 'dumb' || threads.length === 0) return NOTHING;
  return new Bars(threads, stream);
}

class Bars implements Progress {
  readonly #names: ReadonlyMap<string, string>;
  readonly #stream: NodeJS.WriteStream;
  /** Percent of each thread; 100 for a thread that has ended. */
  readonly #percent = new Map<string, number>();
  readonly #ended = new Set<string>();
  readonly #running = new Map<string, SingleBar>();
  readonly #started = performance.now();
  #display: { readonly multibar: MultiBar; readonly whole: SingleBar | null } | null = null;

  constructor(threads: readonly ShownThread[], stream: NodeJS.WriteStream) {
    this.#names = new Map(threads.map(({ id, name }) => [id, name]));
    this.#stream = stream;
  }

  update({ task_id: id, status, progress }: ThreadReport): void {
    const name = this.#names.get(id);
    if (name === undefined) return;
    const isEnd = status !== 'processing';
    this.#percent.set(id, isEnd ? 100 : progress);
    if (isEnd) this.#ended.add(id);
    else this.#ended.delete(id);
    const { multibar, whole } = this.#open();
    const bar = this.#running.get(id);
    if (isEnd && bar !== undefined) {
      multibar.remove(bar);
      this.#running.delete(id);
    } else if (!isEnd) this.#showRunning(multibar, id, name, progress);
    whole?.update([...this.#percent.values()].reduce((sum, each) => sum + each, 0));
    if (this.#ended.size === this.#names.size) this.stop();
  }

  stop(): void {
    this.#display?.multibar.stop();
    this.#display = null;
    this.#running.clear();
  }

  #open() {
    this.#display ??= this.#make();
    return this.#display;
  }

  #make() {
    // Loaded here, because most commands end before there is progress to show.
    const cliProgress = createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress');
    const multibar = new cliProgress.MultiBar({
      stream: this.#stream,
      format: (_options, params, payload: { text?: (params: Params) => string }) => payload.text?.(params) ?? '',
      clearOnComplete: true,
      hideCursor: true,
      // The terminal cuts a line that is too long instead of wrapping it.
      linewrap: false,
      fps: 8,
      emptyOnZero: true,
      gracefulExit: false,
    });
    const count = this.#names.size;
    const whole = count < 2 ? null : multibar.create(count * 100, 0, { text: () => this.#wholeText() });
    return { multibar, whole };
  }

  /** Shows as many threads as the terminal has rows for, besides the line for the whole and the line of the cursor. */
  #showRunning(multibar: MultiBar, id: string, name: string, progress: number): void {
    const bar = this.#running.get(id);
    if (bar !== undefined) bar.update(progress);
    else if (this.#running.size < (this.#stream.rows || USUAL.rows) - 2) {
      // A single thread shows the remaining time itself, as there is no line for the whole.
      const left = (done: number) => (this.#names.size > 1 ? '' : this.#eta(done));
      const text = ({ value }: Params) =>
        this.#line(value / 100, `${Math.round(value)} %`, [left(value / 100), name].filter(Boolean).join('  '));
      this.#running.set(id, multibar.create(100, progress, { text }));
    }
  }

  #wholeText(): string {
    const count = this.#names.size;
    const done = [...this.#percent.values()].reduce((sum, each) => sum + each, 0) / (count * 100);
    return this.#line(done, this.#count(this.#ended.size), this.#eta(done));
  }

  #count(ended: number): string {
    return `${ended} of ${this.#names.size}`;
  }

  /** Estimates the remaining time from the share of the work that is done. A few files are too small a sample. */
  #eta(done: number): string {
    const seconds = (performance.now() - this.#started) / 1000;
    if (done < 0.02 || seconds < 2) return '';
    return `${duration(((1 - done) * seconds) / done)} left`;
  }

  #line(done: number, figure: string, text: string): string {
    const columns = this.#stream.columns || USUAL.columns;
    const width = Math.min(BAR.width, Math.floor(columns / 4));
    const full = Math.round(Math.min(1, done) * width);
    const figures = Math.max('100 %'.length, this.#names.size > 1 ? this.#count(this.#names.size).length : 0);
    const line = `${BAR.complete.repeat(full)}${BAR.rest.repeat(width - full)} ${figure.padStart(figures)}  ${text}`;
    return [...line].slice(0, columns - 1).join('');
  }
}

/** `45 s`, `3 min`, `1 h 20 min` */
function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
