import { type FileHandle, open } from 'node:fs/promises';

/** More than the size of /proc/PID/status. */
const STATUS_BYTES = 8192;

/** The most memory that the kernel clears for a process in a millisecond, with some margin, bytes. */
const CLEARED_PER_MS = 16 * 1024 ** 2;

/** The memory of one process, without its children, shared pages counted whole: a number that the kernel keeps ready. */
export class ResidentMemory {
  readonly #pid: () => number | null;
  /** Kept open, so that each measurement is a single read. */
  #status: Promise<FileHandle> | null = null;
  /** The last measurement, bytes, and how long the process has worked since, milliseconds. */
  #last = Number.POSITIVE_INFINITY;
  #workedMs = 0;

  /** @param pid returns null while the id is unknown */
  constructor(pid: () => number | null) {
    this.#pid = pid;
  }

  /** Whether the process has worked long enough since the last measurement to exceed this. */
  mayExceed(bytes: number): boolean {
    return this.#last + this.#workedMs * CLEARED_PER_MS > bytes;
  }

  /** Records that it has worked for that time. */
  worked(milliseconds: number): void {
    this.#workedMs += milliseconds;
  }

  /** @returns bytes; 0 if they cannot be read */
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
