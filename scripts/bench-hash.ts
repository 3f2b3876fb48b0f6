/**
 * `npm run bench:hash [-- FILE] [TARGET…]`: the speed of every digest against command-line tools and PHP, on one file in the page cache
 * (default: 1 GB of random bytes). All take turns, round after round; the figures are medians of the speed ratios within a round, so that
 * temporary load affects all equally.
 *
 * `core` is the engine's digest in a running process, as in the warm host; `cold` is a separate process from start to answer.
 */
import { spawnSync } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALGORITHMS, type AlgorithmName } from '../engines/hash/algorithms.ts';
import { digestFile } from '../engines/hash/digest-file.ts';

const ROUNDS = 5;
const GIGABYTE = 1_000_000_000;
const HOST = fileURLToPath(new URL('../engines/hash/worker-process.ts', import.meta.url));

type Command = readonly [program: string, ...args: string[]];

/** No command-line tool has Adler-32; this is zlib's, with reads of 1 MiB. */
const PYTHON_ADLER32 = `
import sys, zlib
sum = 1
with open(sys.argv[1], 'rb', buffering=0) as file:
    while part := file.read(1 << 20): sum = zlib.adler32(part, sum)
`;

/** Command-line tools that compute the same digest of the file given last. */
const TOOLS: Partial<Record<AlgorithmName, readonly Command[]>> = {
  adler32: [['python3', '-c', PYTHON_ADLER32]],
  crc32b: [
    ['7zz', 'h', '-scrcCRC32'],
    ['rhash', '--crc32'],
  ],
  gost: [['rhash', '--gost94']],
  md4: [['rhash', '--md4']],
  md5: [['md5sum'], ['openssl', 'dgst', '-md5'], ['rhash', '--md5'], ['7zz', 'h', '-scrcMD5']],
  ripemd160: [
    ['openssl', 'dgst', '-ripemd160'],
    ['rhash', '--ripemd160'],
  ],
  sha1: [['sha1sum'], ['openssl', 'dgst', '-sha1'], ['rhash', '--sha1'], ['7zz', 'h', '-scrcSHA1']],
  sha256: [['sha256sum'], ['openssl', 'dgst', '-sha256'], ['rhash', '--sha256'], ['7zz', 'h', '-scrcSHA256']],
  sha384: [['sha384sum'], ['openssl', 'dgst', '-sha384'], ['rhash', '--sha384'], ['7zz', 'h', '-scrcSHA384']],
  sha512: [['sha512sum'], ['openssl', 'dgst', '-sha512'], ['rhash', '--sha512'], ['7zz', 'h', '-scrcSHA512']],
  snefru: [['rhash', '--snefru256']],
  'tiger192,3': [['rhash', '--tiger']],
  whirlpool: [['rhash', '--whirlpool']],
};

interface Contestant {
  readonly name: string;
  /** Digests the file once; throws if it fails. */
  run(path: string): unknown;
}

const [first, ...rest] = process.argv.slice(2);
const given = first !== undefined && existsSync(first) ? first : null;
const wanted = given === null && first !== undefined ? [first, ...rest] : rest;
const folder = await mkdtemp(join(tmpdir(), 'convertd-hash-bench-'));
try {
  const path = given ?? (await randomFile(join(folder, 'random')));
  console.log(['target', 'core MB/s', 'fastest tool', 'core/tool', 'cold/tool', 'core/php'].map(cell).join(''));
  for (const algorithm of ALGORITHMS.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    await measure(algorithm, path);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(algorithm: AlgorithmName, path: string): Promise<void> {
  const core: Contestant = { name: 'core', run: (file) => digestFile(file, algorithm) };
  const cold: Contestant = { name: 'cold', run: (file) => coldPool(algorithm, file) };
  const php: Contestant = {
    name: 'php',
    run: (file) => start(['php', '-r', `hash_file('${algorithm}', $argv[1]);`, '--', file]),
  };
  const tools = (TOOLS[algorithm] ?? []).map((command) => ({
    name: command[0],
    run: (file: string) => start([...command, file]),
  }));
  const contestants = [core, cold, php, ...tools].filter(
    ({ name }) => name === 'core' || name === 'cold' || installed(name),
  );
  const seconds = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, run } of contestants) {
      const started = performance.now();
      await run(path);
      // The first round fills the page cache and lets the compilers finish.
      if (round > 0) seconds.get(name)?.push((performance.now() - started) / 1000);
    }
  }
  const ratio = (of: string, to: string): number | null => {
    const [above, below] = [seconds.get(to), seconds.get(of)];
    return above && below ? median(above.map((value, round) => value / (below[round] ?? Number.NaN))) : null;
  };
  const fastest = tools
    .map(({ name }) => name)
    .filter((name) => seconds.has(name))
    .sort((a, b) => median(seconds.get(a) ?? []) - median(seconds.get(b) ?? []))[0];
  const speed = statSync(path).size / 1e6 / median(seconds.get('core') ?? []);
  const figures = [
    speed.toFixed(0),
    fastest ?? '-',
    fastest ? ratio('core', fastest) : null,
    fastest ? ratio('cold', fastest) : null,
    ratio('core', 'php'),
  ];
  console.log([algorithm, ...figures].map(cell).join(''));
}

function coldPool(algorithm: AlgorithmName, path: string): void {
  const job = { kind: 'digest', algorithm, hmac: null };
  const message = { id: 1, folder: dirname(path), file: basename(path), size: statSync(path).size, job };
  start([process.execPath, HOST], `${JSON.stringify(message)}\n`);
}

function start([program, ...args]: Command, input = ''): void {
  const { status, stderr } = spawnSync(program, args, { input });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

function installed(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Writes pseudo-random bytes, the same in every run. */
async function randomFile(path: string): Promise<string> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  const zeros = Buffer.alloc(10_000_000);
  const file = await open(path, 'w');
  for (let written = 0; written < GIGABYTE; written += zeros.length) await file.write(cipher.update(zeros));
  await file.close();
  return path;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function cell(value: string | number | null): string {
  return (typeof value === 'number' ? value.toFixed(2) : (value ?? '-')).padEnd(14);
}
