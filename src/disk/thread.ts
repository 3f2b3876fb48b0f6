/** A thread of `disk.ts`: handles one call after another and answers each. Waiting for the disk blocks nothing else here. */
import { parentPort } from 'node:worker_threads';
import { CALLS, type FilePart } from './calls.ts';
import type { DiskAnswer, DiskCall, DiskError } from './disk.ts';

parentPort?.on('message', ({ name, args }: DiskCall) => {
  const answer = answerTo(name, args);
  parentPort?.postMessage(answer, 'result' in answer ? buffersOf(answer.result) : []);
});

function answerTo(name: DiskCall['name'], args: DiskCall['args']): DiskAnswer {
  try {
    return { result: (CALLS[name] as (...args: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    return { error: errorOf(error) };
  }
}

/** Returns the buffers to transfer instead of copying. */
function buffersOf(result: unknown): ArrayBuffer[] {
  const { bytes } = (result ?? {}) as Partial<FilePart>;
  return bytes === undefined ? [] : [bytes.buffer];
}

/** Converts an error, because a message between threads would lose properties that not every error has. */
function errorOf(error: unknown): DiskError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, code, errno, syscall, path } = error as NodeJS.ErrnoException;
  return { message, code, errno, syscall, path };
}
