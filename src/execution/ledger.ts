import type { DocumentStore } from '../files/documents/document-store.ts';
import type { ReportMessage } from './report-message.ts';

/** What is known of a task besides its message. */
export interface LedgerEntry {
  /** The final report, as soon as it is decided; its outputs are in place. */
  readonly final: FinalEntry | null;
  /** Whether the task was canceled before it had a final report. */
  readonly canceled: boolean;
}

export interface FinalEntry {
  readonly report: ReportMessage;
  /** Name of the attempt that stored the report's outputs. Null: the report has none, or an earlier version wrote it. */
  readonly attempt: string | null;
  /** Whether the broker confirmed the report. */
  readonly sent: boolean;
}

/** How long a report is kept, days. The broker and clients repeat a task within hours at most. */
const KEEP_DAYS = 7;

/**
 * Shared memory of the workers, in the output store: the final report of each task, written before it is published. If a task is
 * delivered again, because its worker died or its sender repeated it, that report is the answer and nothing is converted again. So
 * outputs never change after their report was sent. For the reasons and costs see docs/decisions/ledger.md.
 */
export class Ledger {
  readonly #documents: DocumentStore;

  constructor(documents: DocumentStore) {
    this.#documents = documents;
  }

  /** Throws ConversionError `output_store_failed` if the store cannot be asked. */
  async find(taskId: string): Promise<LedgerEntry> {
    const [final, canceled] = await Promise.all([this.findFinal(taskId), this.#documents.read(cancelKey(taskId))]);
    return { final, canceled: canceled !== null };
  }

  /** Returns the final report alone. Throws as `find` does. */
  async findFinal(taskId: string): Promise<FinalEntry | null> {
    const text = await this.#documents.read(finalKey(taskId));
    const entry = text === null ? null : readFinal(text);
    if (entry === null || entry.sent) return entry;
    return { ...entry, sent: (await this.#documents.read(sentKey(taskId))) !== null };
  }

  /**
   * Records the task's final report, unless it has one. Throws as DocumentStore.write does.
   * @param attempt see FinalEntry
   * @returns the report recorded before; null if it is this one, also from an earlier try
   */
  async recordFinal(report: ReportMessage, attempt: string | null): Promise<FinalEntry | null> {
    const key = finalKey(report.task_id);
    const text = JSON.stringify({ report, sent: false, attempt } satisfies FinalEntry);
    if (await this.#documents.create(key, text)) return null;
    const final = await this.findFinal(report.task_id);
    // The document is not a report.
    if (final === null) await this.#documents.write(key, text);
    // An earlier try may have been recorded after all. If an attempt could not record one report, it may end with another, the next in
    // sequence.
    const isThis = attempt !== null && final?.attempt === attempt && final.report.sequence === report.sequence;
    return isThis ? null : final;
  }

  /** Notes that the broker has the final report. Throws as DocumentStore.write does. */
  async recordSent(taskId: string): Promise<void> {
    await this.#documents.write(sentKey(taskId), '{}');
  }

  async recordCancel(taskId: string): Promise<void> {
    await this.#documents.write(cancelKey(taskId), '{}');
  }

  /** @returns how many documents were old enough to be removed */
  async forgetOld(now = Date.now()): Promise<number> {
    return this.#documents.removeOlderThan(new Date(now - KEEP_DAYS * 24 * 3600 * 1000));
  }
}

/** Returns null for a malformed document, as a power cut can leave it: the task then runs again. */
function readFinal(text: string): FinalEntry | null {
  try {
    const entry = JSON.parse(text) as Partial<FinalEntry> | null;
    if (typeof entry?.report?.task_id !== 'string' || typeof entry.sent !== 'boolean') return null;
    // Workers of earlier versions noted in the document itself that it was sent.
    return { report: entry.report, attempt: entry.attempt ?? null, sent: entry.sent || text.endsWith('\n') };
  } catch {
    return null;
  }
}

const finalKey = (taskId: string) => `${taskId}.final.json`;
const sentKey = (taskId: string) => `${taskId}.sent.json`;
const cancelKey = (taskId: string) => `${taskId}.cancel.json`;
