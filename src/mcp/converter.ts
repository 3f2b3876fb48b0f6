import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Preset } from '../catalog/presets.ts';
import { type AddressAllowList, parseAllowList } from '../files/fetch/address-guard.ts';
import { openOutputStore } from '../files/stores/open-output-store.ts';
import { UniqueNames } from '../files/unique-names.ts';
import { type Summary, splitTask, summarize } from '../runner/run-all.ts';
import { runTask } from '../runner/run-task.ts';
import type { RunnerServices } from '../runner/runner-services.ts';
import { createWorkFolder } from '../runner/work-folder.ts';
import type { OptionValues, TaskInput, ThreadReport } from '../task/types.ts';
import type { McpConfig } from './config.ts';
import { FolderNames, outputFolder } from './folders.ts';
import { Slots } from './slots.ts';

/** A conversion that a client asks for. */
export interface ConversionCall {
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
  readonly inputs: readonly TaskInput[];
  /** Folder to save outputs in. Null for a private folder, for the answer. */
  readonly outputFolder: string | null;
  /** Whether outputs may replace files of the same names in the folder. */
  readonly overwrite: boolean;
}

/** The result of a conversion. */
export interface Converted {
  readonly summary: Summary;
  /** Whether the outputs are in the folder that the client named. */
  readonly isSaved: boolean;
  /** Removes outputs from the private folder. Call it once, when they are no longer needed. */
  readonly remove: () => Promise<void>;
}

export interface ConversionHooks {
  readonly signal: AbortSignal;
  /** Percent of the whole conversion, 0 to 100. */
  readonly onProgress: (percent: number) => void;
}

/** Runs the conversions of all clients of this process, `concurrency` at a time, each as `convertd run` would. */
export class Converter {
  readonly #config: McpConfig;
  readonly #presets: readonly Preset[];
  readonly #addresses: AddressAllowList;
  readonly #onLog: (text: string) => void;
  readonly #slots: Slots;
  readonly #names = new FolderNames();
  readonly #running = new Set<Promise<unknown>>();

  constructor(config: McpConfig, presets: readonly Preset[], onLog: (text: string) => void) {
    this.#config = config;
    this.#presets = presets;
    this.#addresses = parseAllowList(config.allowedAddresses);
    this.#onLog = onLog;
    this.#slots = new Slots(config.concurrency);
  }

  /** Throws ConversionError `output_store_refused`, and ConversionErrors for an unknown preset; all other errors are in the summary. */
  async convert(call: ConversionCall, hooks: ConversionHooks): Promise<Converted> {
    const running = this.#convert(call, hooks);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Resolves when nothing runs any more. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #convert(call: ConversionCall, hooks: ConversionHooks): Promise<Converted> {
    if (call.outputFolder !== null) return this.#convertInto(await this.#folder(call.outputFolder), call, hooks);
    const folder = await createWorkFolder(this.#config.workRoot);
    try {
      const summary = await this.#run(call, join(folder.own, 'outputs'), new UniqueNames(), hooks);
      return { summary, isSaved: false, remove: () => folder.remove() };
    } catch (error) {
      await folder.remove();
      throw error;
    }
  }

  #folder(asked: string): Promise<string> {
    return outputFolder(asked, this.#config.folders);
  }

  async #convertInto(folder: string, call: ConversionCall, hooks: ConversionHooks): Promise<Converted> {
    const run = (names: UniqueNames) => this.#run(call, folder, names, hooks);
    const summary = call.overwrite ? await run(new UniqueNames()) : await this.#names.using(folder, run);
    return { summary, isSaved: true, remove: async () => {} };
  }

  async #run(call: ConversionCall, folder: string, names: UniqueNames, hooks: ConversionHooks): Promise<Summary> {
    const started = performance.now();
    const { category, target, options, inputs } = call;
    const task = {
      id: randomUUID(),
      job_id: null,
      conversion: { id: randomUUID(), category, target, options },
      input: [...inputs],
      output: { store: null },
    };
    const threads = await splitTask(task, this.#presets);
    const progress = new Map<string, number>();
    const services = this.#services(folder, names, ({ task_id, progress: percent }) => {
      progress.set(task_id, percent);
      hooks.onProgress([...progress.values()].reduce((sum, each) => sum + each, 0) / threads.length);
    });
    const { signal } = hooks;
    const run = (thread: (typeof threads)[number]) => this.#slots.run(() => runTask(thread, services, signal), signal);
    return summarize(await Promise.all(threads.map(run)), (performance.now() - started) / 1000);
  }

  #services(folder: string, names: UniqueNames, onReport: (report: ThreadReport) => void): RunnerServices {
    const { workRoot, folders, maxInputSize, taskTimeout } = this.#config;
    return {
      workRoot,
      store: openOutputStore(folder),
      names,
      presets: this.#presets,
      allowedAddresses: this.#addresses,
      localFiles: folders.read,
      s3Sources: false,
      fetchLimits: { maxBytes: maxInputSize },
      timeoutMs: taskTimeout * 1000,
      onReport,
      onLog: this.#onLog,
    };
  }
}
