import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A running process that refers to a folder. */
export interface FoundProcess {
  readonly pid: number;
  /** Program and arguments, separated by spaces. */
  readonly command: string;
  /** Milliseconds since 1970, to some ten milliseconds. */
  readonly startedAt: number;
}

/** Returns the running processes that have a folder in their environment, command line or working folder, without this one. */
export async function processesOf(folder: string): Promise<FoundProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return (await Promise.all(pids.map((pid) => inspect(Number(pid), folder)))).flat();
}

async function inspect(pid: number, folder: string): Promise<FoundProcess[]> {
  const read = (name: string) => readFile(join('/proc', String(pid), name), 'utf8').catch(() => '');
  const [environment, command, stat] = await Promise.all([read('environ'), read('cmdline'), read('stat')]);
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  // A process that has ended and is about to be reaped has no command line.
  if (command === '' || !names(`${environment}\0${command}\0${cwd}`, folder)) return [];
  // The name of the program, in parentheses, may contain spaces; the start is the 22nd field, in hundredths of a second since boot.
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  return [{ pid, command: command.replaceAll('\0', ' ').trim(), startedAt: (await bootTime()) + ticks * 10 }];
}

/** Whether a text names the folder or something in it, rather than a folder with the same prefix. */
const names = (text: string, folder: string): boolean =>
  text
    .split(folder)
    .slice(1)
    .some((rest) => !/^[\w.-]/.test(rest));

let boot: Promise<number> | undefined;

function bootTime(): Promise<number> {
  boot ??= readFile('/proc/uptime', 'utf8').then((text) => Date.now() - Number.parseFloat(text) * 1000);
  return boot;
}
