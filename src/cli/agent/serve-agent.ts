import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { allCategories } from '../../catalog/registry.ts';
import { installed } from '../../process/installation.ts';
import { stayForMoreJobs } from '../../process/pool/warm-up.ts';
import { closeEngines } from '../../runner/engines.ts';
import { engineSettings, GROUPS } from '../../settings/describe.ts';
import { type Environment, environment, readSetting } from '../../settings/read.ts';
import { CONVERT } from '../../settings/schema.ts';
import { EXIT } from '../exit-codes.ts';
import { inTerminal, terminal } from '../terminal.ts';
import { readFrames, sendFrame } from './frames.ts';
import { agentSocket, type Hello, identity } from './place.ts';
import { remoteTerminal } from './remote-terminal.ts';

/** Runs the command that these words name, and gives its exit code to `end`. Never throws. */
export type RunCommandLine = (args: readonly string[], end: (code: number) => void) => Promise<void>;

/** How long a connection may take to say what it wants, milliseconds. */
const HELLO_MS = 1000;
/** Variables besides settings that change what a command does or shows. */
const FURTHER_VARIABLES =
  /^(?:HOME|PATH|TMPDIR|TZ|LANG|LC_\w+|XDG_\w+|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|NODE_\w+|AWS_\w+|\w+_PROXY|\w+_proxy)$/;

/**
 * `convertd agent`: runs the conversions of this user's commands with engines that stay warm, until it has had nothing to do for a while or is
 * stopped. Returns the exit code.
 */
export async function agentCommand(runCommandLine: RunCommandLine): Promise<number> {
  const path = agentSocket({ create: true });
  if (path === null) {
    terminal().stderr.write(
      'convertd: there is no folder that only you can use for the socket; XDG_RUNTIME_DIR may name one.\n',
    );
    return EXIT.failed;
  }
  const agent = new Agent(runCommandLine, readSetting('AGENT_IDLE', CONVERT.AGENT_IDLE) * 1000);
  if (!(await agent.listen(path))) {
    terminal().stderr.write('convertd: an agent is running already.\n');
    return EXIT.completed;
  }
  stayForMoreJobs();
  terminal().onInterrupt(() => agent.close());
  await agent.closed;
  await closeEngines();
  return EXIT.completed;
}

class Agent {
  readonly #runCommandLine: RunCommandLine;
  readonly #identity: string;
  readonly #settings: string;
  readonly #idleMs: number;
  readonly #server: Server;
  readonly #running = new Set<Socket>();
  #idle: NodeJS.Timeout | undefined;

  constructor(runCommandLine: RunCommandLine, idleMs: number) {
    this.#runCommandLine = runCommandLine;
    this.#identity = identity(installed('src/cli.ts')).join('\n');
    this.#settings = settingsOf(environment());
    this.#idleMs = idleMs;
    this.#server = createServer(
      (socket) =>
        void this.#serve(socket)
          .catch(() => {})
          .finally(() => socket.destroy()),
    );
  }

  /** Resolves when it takes no more commands and all have ended. */
  get closed(): Promise<unknown> {
    return once(this.#server, 'close');
  }

  /** Returns false if another agent listens there. */
  async listen(path: string): Promise<boolean> {
    if (await isListening(path)) return false;
    // What a killed agent left.
    await rm(path, { force: true });
    this.#server.listen(path);
    await once(this.#server, 'listening');
    this.#waitIdle();
    return true;
  }

  #waitIdle(): void {
    this.#idle = setTimeout(() => this.close(), this.#idleMs);
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#server.close();
  }

  async #serve(socket: Socket): Promise<void> {
    socket.on('error', () => {});
    socket.setTimeout(HELLO_MS, () => socket.destroy());
    const frames = readFrames(socket);
    const first = await frames.next();
    socket.setTimeout(0);
    if (first.done === true || first.value.kind !== 'h') return;
    const hello = JSON.parse(first.value.content.toString()) as Hello;
    if (!this.#takes(hello)) return sendFrame(socket, 'n');
    sendFrame(socket, 'y');
    this.#running.add(socket);
    clearTimeout(this.#idle);
    const remote = remoteTerminal(socket, hello);
    const follow = async () => {
      for await (const frame of frames) remote.take(frame);
    };
    void follow()
      .catch(() => {})
      .finally(() => remote.leave());
    let code: number = EXIT.completed;
    try {
      await inTerminal(remote, () => this.#runCommandLine(hello.args, (end) => (code = end)));
    } finally {
      await remote.sent();
      const exit = Buffer.alloc(4);
      exit.writeInt32BE(code);
      await new Promise<void>((resolve) => sendFrame(socket, 'x', exit, resolve));
      this.#running.delete(socket);
      if (this.#running.size === 0) this.#waitIdle();
    }
  }

  /** Whether it does the same with a command as that process would. Moves to its folder. */
  #takes({ cwd, env, identity: theirs }: Hello): boolean {
    if (theirs.join('\n') !== this.#identity || settingsOf(env) !== this.#settings) return false;
    try {
      if (cwd === process.cwd()) return true;
      // All commands of a process share its folder.
      if (this.#running.size > 0) return false;
      process.chdir(cwd);
      return true;
    } catch {
      return false;
    }
  }
}

function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

/** Returns the variables that a command reads, as text to compare. */
function settingsOf(env: Environment): string {
  const known = [
    ...GROUPS.flatMap(({ settings }) => Object.keys(settings)),
    ...engineSettings([...allCategories().values()].map(({ catalog }) => catalog)).map(([name]) => name),
  ].filter((name) => name !== 'AGENT');
  // A family such as TASK_TIMEOUT_AUDIO, and NAME_FILE, begin with a name.
  const counts = (name: string) =>
    FURTHER_VARIABLES.test(name) || known.some((each) => name === each || name.startsWith(`${each}_`));
  return JSON.stringify(
    Object.entries(env)
      .filter(([name]) => counts(name))
      .sort(),
  );
}
