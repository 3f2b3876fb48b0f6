import { EXIT } from './exit-codes.ts';

/** What to do when the reader of our output has closed the pipe. */
let onClosed: () => void = () => process.exit(EXIT.closedPipe);

/**
 * Ends the process quietly if the reader of standard output or standard error closes the pipe (`convertd … | head -1`). Without this, Node
 * would end it with a stack trace in the middle of its work.
 */
export function endOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      onClosed();
    });
  }
}

/** Replaces the default exit, for a command that has to stop and remove something before it ends. */
export function onClosedPipe(tidyUp: () => void): void {
  onClosed = tidyUp;
}
