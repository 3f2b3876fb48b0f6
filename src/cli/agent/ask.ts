import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { environment } from '../../settings/read.ts';
import { EXIT } from '../exit-codes.ts';
import { readFrames, sendFrame } from './frames.ts';
import { agentSocket, type Hello, identity } from './place.ts';

/** How long an agent may take to say whether it runs a command, milliseconds: one that hangs is not waited for. */
const ANSWER_MS = 1000;

/**
 * Has the agent of this user run a command, with the streams of this process. Returns its exit code; null if there is no agent, or it does
 * not run the command: then it has done nothing, and this process does it itself. With AGENT=auto, an agent is started for the next command.
 * @param entry path of the program
 */
export async function askAgent(entry: string, args: readonly string[]): Promise<number | null> {
  const { AGENT } = environment();
  if (AGENT === 'off' || !converts(args)) return null;
  const path = agentSocket({ create: false });
  const socket = path === null ? null : await connected(path);
  if (socket === null) {
    if (AGENT === 'auto') startAgent(entry);
    return null;
  }
  sendFrame(socket, 'h', JSON.stringify(helloOf(entry, args)));
  return runThere(socket);
}

/** Whether the command converts: `convert`, `run`, `unpack`, or first a word that looks like a file, which no other command does. */
const converts = ([first = '']: readonly string[]): boolean => /^(?:convert|run|unpack)$|^[^-]*[./]/.test(first);

function connected(path: string): Promise<Socket | null> {
  const socket = connect(path);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

/** Starts an agent that outlives this process. */
function startAgent(entry: string): void {
  const args = [...process.execArgv, entry, 'agent'];
  spawn(process.execPath, args, { cwd: '/', detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref();
}

const helloOf = (entry: string, args: readonly string[]): Hello => ({
  args,
  cwd: process.cwd(),
  env: environment(),
  identity: identity(entry),
  streams: {
    stdin: process.stdin.isTTY === true,
    stdout: process.stdout.isTTY === true,
    stderr: process.stderr.isTTY === true,
  },
  columns: process.stderr.columns ?? 0,
  rows: process.stderr.rows ?? 0,
});

/** Carries the streams until the command has ended. Returns its exit code; null if the agent does not run it. */
async function runThere(socket: Socket): Promise<number | null> {
  let isAccepted = false;
  const late = setTimeout(() => socket.destroy(), ANSWER_MS);
  socket.on('error', () => {});
  try {
    for await (const { kind, content } of readFrames(socket)) {
      clearTimeout(late);
      if (kind === 'n') return null;
      if (kind === 'y') {
        isAccepted = true;
        passInterrupts(socket);
      } else if (kind === 'o') await written(process.stdout, content);
      else if (kind === 'e') await written(process.stderr, content);
      else if (kind === 'r') void sendInput(socket);
      else if (kind === 't') process.stdin.setRawMode?.(content[0] === 1);
      else if (kind === 'x') return content.readInt32BE();
    }
  } catch {
    // As when the connection ends.
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
  if (!isAccepted) return null;
  process.stderr.write('convertd: the agent ended before the command did. Run it again.\n');
  return EXIT.failed;
}

const written = (stream: NodeJS.WriteStream, content: Buffer): Promise<void> =>
  new Promise((resolve) => stream.write(content, () => resolve()));

let input: AsyncIterator<Buffer> | null = null;

async function sendInput(socket: Socket): Promise<void> {
  input ??= process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const { done, value } = await input.next();
  sendFrame(socket, 'i', done === true ? '' : value);
}

/** Passes interrupts on. At the second, this process ends at once, and the agent notices that. */
function passInterrupts(socket: Socket): void {
  let isInterrupted = false;
  const interrupt = (exitCode: number) => () => {
    if (isInterrupted) process.exit(exitCode);
    isInterrupted = true;
    sendFrame(socket, 's', String(exitCode));
  };
  process.on('SIGINT', interrupt(EXIT.interrupted));
  process.on('SIGTERM', interrupt(EXIT.terminated));
  process.on('SIGHUP', interrupt(EXIT.terminated));
}
