import { type FileHandle, open } from 'node:fs/promises';

/** More than /proc/PID/status has. */
const STATUS_BYTES = 8192;

/** What the kernel clears for a process in a millisecond, at most, with some room. Bytes. */
const CLEARED_PER_MS = 16 * 1024 ** 2;

/** The memory of one process, without what it started, shared pages counted whole: what the kernel keeps ready. */
export class ResidentMemory {
  readonly #pid: () => number | null;
  /** Kept open: each look is then a single read. */
  #status: Promise<FileHandle> | null = null;
  /** When it was last looked at, and for how long it has worked since. Bytes, milliseconds. */
  #last = Number.POSITIVE_INFINITY;
  #workedMs = 0;

  /** @param pid null while it is not known */
  constructor(pid: () => number | null) {
    this.#pid = pid;
  }

  /** Whether it has worked long enough since the last look to use more than that. */
  mayExceed(bytes: number): boolean {
    return this.#last + this.#workedMs * CLEARED_PER_MS > bytes;
  }

  /** It has worked that long. */
  worked(milliseconds: number): void {
    this.#workedMs += milliseconds;
  }

  /** @returns bytes; 0 where it cannot be read */
  async read(): Promise<number> {
    const pid = this.#pid();
    if (pid === null) return 0;
    this.#status ??= open(`/proc/${pid}/status`);
    try {
      const { buffer, bytesRead } = await (await this.#status).read(Buffer.alloc(STATUS_BYTES), 0, STATUS_BYTES, 0);
      const status = buffer.toString('latin1', 0, bytesRead);
      this.#last = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
      this.#workedMs = 0;
      return this.#last;
    } catch {
      return 0;
    }
  }

  async close(): Promise<void> {
    await this.#status?.then((file) => file.close()).catch(() => {});
  }
}
