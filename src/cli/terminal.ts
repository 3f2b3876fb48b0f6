import { AsyncLocalStorage } from 'node:async_hooks';
import { onClosedPipe } from './closed-pipe.ts';
import { EXIT } from './exit-codes.ts';

/** Where a command reads and writes, and by what it is interrupted: the streams of this process, or those of another that asks an agent. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Whether the engines stay warm at the end of a command. */
  readonly keepsEngines: boolean;
  /** Calls back with the exit code that an interrupt asks for; with the second interrupt the process ends at once. */
  onInterrupt(listener: (exitCode: number) => void): void;
}

const OWN: Terminal = {
  // Each stream is opened at its first use.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  keepsEngines: false,
  onInterrupt(listener) {
    let isInterrupted = false;
    const interrupt = (exitCode: number) => () => {
      if (isInterrupted) process.exit(exitCode);
      isInterrupted = true;
      listener(exitCode);
    };
    process.on('SIGINT', interrupt(EXIT.interrupted));
    process.on('SIGTERM', interrupt(EXIT.terminated));
    process.on('SIGHUP', interrupt(EXIT.terminated));
    onClosedPipe(() => listener(EXIT.closedPipe));
  },
};

const current = new AsyncLocalStorage<Terminal>();

/** Returns the terminal of the running command. */
export const terminal = (): Terminal => current.getStore() ?? OWN;

/** Runs a command with another terminal. */
export const inTerminal = <Result>(other: Terminal, command: () => Result): Result => current.run(other, command);
