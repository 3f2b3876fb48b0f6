import { EXIT } from './exit-codes.ts';

/** What to do when the reader of our output has closed the pipe. */
let onClosed: () => void = () => process.exit(EXIT.closedPipe);

/**
 * Lets the process end quietly where standard output or standard error is a pipe that its reader has closed (`convertd … | head -1`):
 * Node would end it with a stack trace, in the middle of its work.
 */
export function endOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      onClosed();
    });
  }
}

/** For a command that has something to stop and to remove before it ends. */
export function onClosedPipe(tidyUp: () => void): void {
  onClosed = tidyUp;
}
