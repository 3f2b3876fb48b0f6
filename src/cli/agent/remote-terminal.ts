import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { EXIT } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { type Frame, sendFrame } from './frames.ts';
import type { Hello } from './place.ts';

/** The terminal of a command that another process has been asked for. */
export interface RemoteTerminal extends Terminal {
  /** Takes what the other process sends. */
  take(frame: Frame): void;
  /** Resolves when all that was written has been sent. */
  sent(): Promise<void>;
  /** Interrupts the command, because the other process has gone. */
  leave(): void;
}

/** Makes the streams of a command from its connection. */
export function remoteTerminal(socket: Socket, { streams, columns, rows }: Hello): RemoteTerminal {
  const output = (kind: string, isTTY: boolean) => {
    const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => sendFrame(socket, kind, chunk, done) });
    stream.on('error', () => {});
    // Prompts end the stream that they wrote to, which a process's own does not mind.
    return Object.assign(stream, {
      isTTY,
      ...(columns > 0 && { columns, rows }),
      end: () => stream,
    }) as unknown as NodeJS.WriteStream;
  };
  const stdin = Object.assign(new Readable({ read: () => sendFrame(socket, 'r') }), {
    isTTY: streams.stdin,
    setRawMode: (on: boolean) => sendFrame(socket, 't', Buffer.from([on ? 1 : 0])),
  });
  const [stdout, stderr] = [output('o', streams.stdout), output('e', streams.stderr)];
  let interrupt: (exitCode: number) => void = () => {};
  return {
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout,
    stderr,
    keepsEngines: true,
    onInterrupt(listener) {
      interrupt = listener;
    },
    take({ kind, content }) {
      if (kind === 's') interrupt(Number(content.toString()));
      else if (kind === 'i') stdin.push(content.length === 0 ? null : content);
    },
    async sent() {
      for (const stream of [stdout, stderr]) await new Promise<void>((resolve) => stream.write('', () => resolve()));
    },
    leave: () => interrupt(EXIT.terminated),
  };
}
