import { closeSync, openSync, readSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Bytes to search at a time. */
const PART = 16 * 1024 ** 2;

/** Returns the texts, in UTF-8 or UTF-16, that a process's writable memory contains; none if it has ended. Needs ptrace access. */
export async function textsInMemory(pid: number, texts: readonly string[]): Promise<string[]> {
  const regions = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
  if (regions === '') return [];
  const wanted = texts.map((text) => [text, [Buffer.from(text), Buffer.from(text, 'utf16le')]] as const);
  const found = new Set<string>();
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const [, from = '', to = ''] of regions.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
      for (const part of partsOf(memory, Number.parseInt(from, 16), Number.parseInt(to, 16))) {
        for (const [text, forms] of wanted) if (forms.some((form) => part.includes(form))) found.add(text);
      }
    }
  } finally {
    closeSync(memory);
  }
  return [...found].sort();
}

function* partsOf(memory: number, from: number, to: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(PART);
  // Parts overlap, so that no text is split between two.
  for (let at = from; at < to; at += PART - 4096) {
    let bytes = 0;
    try {
      bytes = readSync(memory, buffer, 0, Math.min(PART, to - at), at);
    } catch {
      // The process has ended, or the kernel does not let the region be read.
      return;
    }
    yield buffer.subarray(0, bytes);
  }
}

/** Returns id and command line of all descendants of a process. */
export async function descendants(pid: number): Promise<Map<number, string>> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const [stat, words] = await Promise.all(
          ['stat', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
        );
        const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return { pid: Number(name), parent, words: (words ?? '').replaceAll('\0', ' ').trim() };
      }),
  );
  const found = new Map<number, string>();
  const add = (of: number): void => {
    for (const each of all) {
      if (each.parent !== of || found.has(each.pid)) continue;
      found.set(each.pid, each.words);
      add(each.pid);
    }
  };
  add(pid);
  return found;
}
