// Runs the attacks of attack.py through runProgram and prints their results as JSON. It is a separate process, so that the
// same attacks run with every back end (SANDBOX) and as another user.

import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../../src/process/command.ts';
import type { ProgramCall, ProgramResult } from '../../../src/process/program-call.ts';
import type { CallFamily } from '../../../src/process/sandbox/call-family.ts';
import { chooseBackend } from '../../../src/process/sandbox/sandbox.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { patience } from '../../support/slowness.ts';
import { findProcesses } from './find-processes.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const MiB = 1024 ** 2;
/** Duration of an attack that is to be ended, s: longer than any test. */
const UNTIL_KILLED = '3600';
/** Duration of an attack that is allowed, s: the supervisor checks it several times. */
const SEEN = '1';
/** More open files than a user may have in flight. */
const ALL = '100000';
export const SECRET_VARIABLE = 'CONVERTD_TEST_SECRET';

/** Result of a run: the answer of attack.py, or the error. */
export interface Attacked {
  code: string | null;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: each attack answers in its own shape, and the tests name what they expect of it
  answer: any;
  log: string;
}

let tasks = 0;
const base = process.argv[2] ?? '';

async function attack(args: readonly string[], overrides: Partial<ProgramCall> = {}, signal?: AbortSignal) {
  tasks += 1;
  const workFolder = join(base, 'tasks', String(tasks), 'engine');
  await mkdir(workFolder, { recursive: true });
  const call: ProgramCall = {
    name: 'attack',
    path: '/usr/bin/python3',
    args: ['-I', '-S', join(HERE, 'attack.py'), ...args],
    readable: [HERE],
    ...overrides,
  };
  const scope = { workFolder, readable: [], signal: signal ?? new AbortController().signal };
  const attacked = await runProgram(call, scope).then(succeeded, failed);
  return { ...attacked, workFolder, left: await readdir(dirname(workFolder)) };
}

function succeeded({ stdout }: ProgramResult): Attacked {
  return { code: null, message: '', log: '', answer: stdout.startsWith('{') ? JSON.parse(stdout) : stdout };
}

function failed(error: unknown): Attacked {
  if (!(error instanceof ConversionError)) throw error;
  return { code: error.code, message: error.message, log: error.log ?? '', answer: null };
}

async function files() {
  const other = await mkdtemp(join(base, 'other-'));
  const secret = join(other, 'secret');
  const home = join(base, 'home-secret');
  await Promise.all([writeFile(secret, 'secret'), writeFile(home, 'secret')]);
  const victims = ['overwrite', 'truncate', 'empty', 'remove', 'rename', 'chmod'];
  for (const name of victims) await writeFile(join(other, `victim-${name}`), 'untouched', { mode: 0o600 });
  const result = await attack(['files', secret, home, other]);
  const after = await Promise.all(
    victims.map(async (name) => {
      const path = join(other, `victim-${name}`);
      const text = await readFile(path, 'utf8').catch(() => 'gone');
      return [name, text === 'untouched' && ((await stat(path)).mode & 0o777) === 0o600];
    }),
  );
  return { ...result, untouched: Object.fromEntries(after), made: (await readdir(other)).includes('made-by-attack') };
}

function environment() {
  return attack(['environment', String(process.pid), SECRET_VARIABLE]);
}

async function network() {
  const received: string[] = [];
  const listen = async (name: string, address: string | number): Promise<Server> => {
    const server = createServer((socket) => socket.on('data', () => received.push(name)).on('error', () => {}));
    await new Promise<void>((resolve) =>
      typeof address === 'number' ? server.listen(address, '127.0.0.1', resolve) : server.listen(address, resolve),
    );
    return server;
  };
  const abstract = `convertd-test-${process.pid}`;
  const path = join(base, 'socket');
  const tcp = await listen('tcp', 0);
  const servers = [tcp, await listen('unix', path), await listen('abstract', `\0${abstract}`)];
  const udp = createSocket('udp4', () => received.push('udp'));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const port = (tcp.address() as AddressInfo).port;
  const receiver = spawn('/usr/bin/python3', [join(HERE, 'attack.py'), 'receive', abstract]);
  await new Promise<void>((resolve) => {
    createInterface(receiver.stdout).on('line', (line) => (line === 'bound' ? resolve() : received.push(line)));
  });
  const result = await attack(['network', String(port), String(udp.address().port), path, abstract], {
    readable: [HERE, base],
  });
  await new Promise((resolve) => setTimeout(resolve, patience(100)));
  for (const server of servers) server.close();
  udp.close();
  receiver.kill('SIGKILL');
  return { ...result, received: [...new Set(received)].sort() };
}

async function processes() {
  const victim = spawn('/bin/sleep', [UNTIL_KILLED], { stdio: 'ignore' });
  const result = await attack(['processes', String(victim.pid), String(process.pid)]);
  await new Promise((resolve) => setTimeout(resolve, patience(100)));
  const alive = await kill(victim);
  return { ...result, alive };
}

/** Kills a process. @returns whether it was still running */
async function kill(child: ChildProcess): Promise<boolean> {
  const alive = child.exitCode === null && child.signalCode === null;
  child.kill('SIGKILL');
  return alive;
}

/** Watches the folder of another task in which files are made. */
async function watch() {
  const other = await mkdtemp(join(base, 'other-'));
  let made = 0;
  const making = setInterval(() => writeFile(join(other, `secret-${made++}`), ''), 100);
  const result = await attack(['watch', other]);
  clearInterval(making);
  return result;
}

/** Tries to signal other processes, to slow them down, and to find out about their sockets. */
async function others() {
  const names = ['F_SETOWN', 'F_SETOWN_EX', 'FIOSETOWN', 'SIOCSPGRP', 'scheduling'];
  const children = names.map((name) => ({ name, child: spawn('/bin/sleep', [UNTIL_KILLED], { stdio: 'ignore' }) }));
  const path = join(base, 'listening');
  const server = createServer().listen(path);
  const victims = Object.fromEntries(children.map(({ name, child }) => [name, child.pid]));
  const thread = (await readdir('/proc/self/task')).find((id) => id !== String(process.pid));
  const scheduling = children.at(-1)?.child.pid ?? 0;
  const before = await schedulingOf(scheduling);
  const result = await attack([
    'others',
    String(process.pid),
    String(thread),
    JSON.stringify({ ...victims, socket: path }),
  ]);
  await new Promise((resolve) => setTimeout(resolve, patience(100)));
  const slowed = (await schedulingOf(scheduling)) !== before;
  const alive = await Promise.all(children.map(async ({ name, child }) => ((await kill(child)) ? [name] : [])));
  server.close();
  return { ...result, slowed, alive: alive.flat() };
}

/** What a program learns about a foreign process and file; a browser may list the names of processes. */
async function look() {
  const victim = spawn('/bin/sleep', [UNTIL_KILLED], { stdio: 'ignore' });
  const file = join(await mkdtemp(join(base, 'other-')), 'secret');
  await writeFile(file, 'secret');
  const lookWith = (...allow: ('proc-list' | 'proc')[]) => attack(['look_around', String(victim.pid), file], { allow });
  const [plain, listing, reading] = await Promise.all([lookWith(), lookWith('proc-list'), lookWith('proc')]);
  await kill(victim);
  return { plain, listing, reading };
}

/** Priority, policy and processors, read from the kernel. */
async function schedulingOf(pid: number): Promise<string> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  const processors = /Cpus_allowed:\s+(\S+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return [fields[16], fields[38], processors].join(' ');
}

function token(name: string): string {
  return `convertd-test-${name}-${process.pid}`;
}

/** Processes that outlived a program that ended, was canceled, or ran out of time. */
async function leftovers() {
  const [ended, canceled, overdue] = [token('ended'), token('canceled'), token('overdue')];
  const cancel = new AbortController();
  const reason = new ConversionError('conversion_canceled', 'as the caller says');
  const results = await Promise.all([
    attack(['leave', ended, '0.2']),
    attack(
      ['leave', canceled, UNTIL_KILLED],
      { onStdout: () => setTimeout(() => cancel.abort(reason), 100) },
      cancel.signal,
    ),
    attack(['leave', overdue, UNTIL_KILLED], { limits: { wallMs: patience(700) } }),
  ]);
  const left = await Promise.all([ended, canceled, overdue].map(findProcesses));
  return { results, left: left.map((each) => each.length), sameReason: results[1]?.message === reason.message };
}

async function memory() {
  const limits = { memoryBytes: 100 * MiB };
  const [one, many, reserved, within, shared] = await Promise.all([
    attack(['memory', '150', '1', UNTIL_KILLED], { limits }),
    attack(['memory', '25', '6', UNTIL_KILLED], { limits }),
    attack(['reserve', '2000'], { limits }),
    attack(['memory', '70', '1', SEEN], { limits }),
    attack(['share', '50', '5'], { limits }),
  ]);
  return { one, many, reserved, within, shared };
}

/** Memory that the kernel holds for a program but does not count for any of its processes. */
async function hidden() {
  const limits = { memoryBytes: 100 * MiB };
  const [memory, sockets, few, files, within] = await Promise.all([
    attack(['hide', '200'], { limits: { memoryBytes: 1024 * MiB } }),
    attack(['fill_sockets', '3', '480', UNTIL_KILLED], { limits }),
    attack(['fill_sockets', '1', '400', SEEN], { limits }),
    attack(['open_files', '6', '900', UNTIL_KILLED]),
    attack(['open_files', '2', '900', SEEN]),
  ]);
  return { memory, sockets, few, files, within };
}

async function counts() {
  const name = token('bomb');
  const bomb = await attack(['bomb', name], { limits: { processes: 50 } });
  const survivors = (await findProcesses(name)).length;
  const [over, within] = await Promise.all([
    attack(['fork', '40', UNTIL_KILLED], { limits: { processes: 20 } }),
    attack(['fork', '40', SEEN], { limits: { processes: 60 } }),
  ]);
  return { bomb, survivors, over, within };
}

async function fileSize() {
  const limits = { fileBytes: 4 * MiB };
  const size = async (result: { workFolder: string }) => (await stat(join(result.workFolder, 'big'))).size;
  const dd = { path: '/bin/dd', args: ['if=/dev/urandom', 'of=big', 'bs=1M', 'count=10240'], limits };
  const [killed, told, within] = await Promise.all([
    attack([], dd),
    attack(['fill', 'big', String(10 * 1024 * MiB)], { limits }),
    attack(['fill', 'big', String(3 * MiB)], { limits }),
  ]);
  return { killed, killedSize: await size(killed), told, toldSize: await size(told), within };
}

async function time() {
  const [cpu, within, wall] = await Promise.all([
    attack(['burn', '30'], { limits: { cpuSeconds: 1 } }),
    attack(['burn', '0.2'], { limits: { cpuSeconds: 1 } }),
    attack([], { path: '/bin/sleep', args: [UNTIL_KILLED], limits: { wallMs: 300 } }),
  ]);
  return { cpu, within, wall };
}

async function password() {
  const [secret, argument] = [token('password'), token('argument')];
  let [seen, seenAsArgument] = [-1, -1];
  const done = new AbortController();
  const call: Partial<ProgramCall> = {
    path: '/bin/sh',
    args: ['-c', 'read -r password; echo "$password"; sleep 3600', argument],
    stdin: `${secret}\n`,
    onStdout: async (line) => {
      if (line !== secret) return;
      seen = (await findProcesses(secret)).length;
      seenAsArgument = (await findProcesses(argument)).length;
      done.abort();
    },
  };
  await attack([], call, done.signal);
  return { seen, seenAsArgument };
}

/** Unread open files in flight between two sockets: they count for all programs of the user, so this runs only on request. */
export async function inFlight() {
  const leave = (files: string, hidden: string, seconds: string, calls: CallFamily = 'book') =>
    attack(['leave_in_flight', files, hidden, seconds], { calls });
  const few = await leave('200', 'no', SEEN);
  const ofOthers = await leave('1', 'no', '0', 'program');
  const open = await leave(ALL, 'no', UNTIL_KILLED);
  const hidden = await leave('700', 'yes', UNTIL_KILLED);
  // The control without a supervisor: shows what is then refused to others.
  const filler = spawn('/usr/bin/python3', [
    join(HERE, 'attack.py'),
    'leave_in_flight',
    ALL,
    'no',
    UNTIL_KILLED,
    'yes',
  ]);
  await once(filler.stdout, 'data');
  const beside = await leave('0', 'no', UNTIL_KILLED);
  const refused = spawn('/usr/bin/python3', [join(HERE, 'attack.py'), 'leave_in_flight', '1', 'no', '0']);
  const control = JSON.parse(String((await once(refused.stdout, 'data'))[0]));
  await kill(filler);
  const after = await leave('1', 'no', '0');
  return { few, ofOthers, open, hidden, beside, control, after };
}

const SCENARIOS = {
  files,
  environment,
  network,
  processes,
  watch,
  others,
  leftovers,
  memory,
  hidden,
  look,
  counts,
  fileSize,
  time,
  password,
};
export type Results = { [Name in keyof typeof SCENARIOS]: Awaited<ReturnType<(typeof SCENARIOS)[Name]>> };

/** Hangs in the middle of a program until it is killed. */
async function hang(): Promise<void> {
  await attack(['leave', process.argv[4] ?? '', UNTIL_KILLED], { onStdout: () => process.stdout.write('started\n') });
}

/** Returns the back ends that work for this user. */
async function backends(): Promise<string[]> {
  const tried = await Promise.all(
    (['landlock', 'bwrap', 'both'] as const).map((mode) => chooseBackend(mode).then(String, () => null)),
  );
  return tried.filter((backend) => backend !== null);
}

if (process.argv[3] === 'hang') {
  await hang();
} else if (process.argv[3] === 'backends') {
  process.stdout.write(JSON.stringify(await backends()));
} else if (process.argv[3] === 'in-flight') {
  process.stdout.write(JSON.stringify(await inFlight()));
} else {
  const results: Record<string, unknown> = {};
  // Two at a time, because they mostly wait.
  const asked = process.argv[4]?.split(',');
  const queue = Object.entries(SCENARIOS).filter(([name]) => asked?.includes(name) ?? true);
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all([worker(), worker()]);
  process.stdout.write(JSON.stringify(results));
}
