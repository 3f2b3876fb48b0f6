import type { Readable, Writable } from 'node:stream';

/*
 * What a command and the agent say to each other: frames of one letter, four bytes of length, and the content.
 * From the command: `h` what it is, as JSON; `i` a part of its standard input, empty at the end; `s` the exit code of an interrupt.
 * From the agent: `y` it runs the command, or `n` it does not; `o` and `e` parts of standard output and error; `r` asks for a part of
 * standard input; `t` raw mode of the terminal, 1 or 0; `x` the exit code.
 */

export interface Frame {
  readonly kind: string;
  readonly content: Buffer;
}

const HEAD_BYTES = 5;
/** Longer frames are not sent. */
const LONGEST = 64 * 1024 ** 2;

/** Sends a frame; calls back when it has left. */
export function sendFrame(to: Writable, kind: string, content: Uint8Array | string = '', done?: () => void): void {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  to.write(Buffer.concat([head, bytes]), () => done?.());
}

/** Yields the frames that arrive, and ends with the connection. Throws Error for a frame that is too long. */
export async function* readFrames(from: Readable): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0);
  for await (const chunk of from) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= HEAD_BYTES) {
      const length = rest.readUInt32BE(1);
      if (length > LONGEST) throw new Error('The frame is too long.');
      if (rest.length < HEAD_BYTES + length) break;
      yield { kind: rest.toString('latin1', 0, 1), content: rest.subarray(HEAD_BYTES, HEAD_BYTES + length) };
      rest = rest.subarray(HEAD_BYTES + length);
    }
  }
}
