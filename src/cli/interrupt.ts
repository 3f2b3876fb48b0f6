import { terminal } from './terminal.ts';

/** A cancel signal for Ctrl-C, SIGTERM and a closed output pipe, and the matching exit code. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** Null until an interrupt. */
  readonly exitCode: number | null;
}

/** Cancels the running work at the first signal, so that it cleans up and ends. A second signal ends the process at once. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  let code: number | null = null;
  terminal().onInterrupt((exitCode) => {
    code ??= exitCode;
    controller.abort();
  });
  return {
    signal: controller.signal,
    get exitCode() {
      return code;
    },
  };
}

/** Resolves when the signal aborts, or at once if it has already. */
export function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
