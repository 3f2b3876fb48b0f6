import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { engine } from '../../../engines/audio/engine.ts';
import { validateConversion } from '../../../src/catalog/index.ts';
import { identify } from '../../../src/files/identify.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { engineTask } from '../../support/engine-context.ts';
import { errorsOf, largest, samplesOf } from './seams.ts';
import { Workshop } from './support.ts';

const SECONDS = 190;
/** The one seam of two parts lies between these seconds. */
const SEAM = [SECONDS / 2 - 5.5, SECONDS / 2 + 0.5] as const;
const RATE = 44100;

/** Chords that fade and beats of noise, four a second, at other pitches each time. */
const note = (nth: number) =>
  `sin(2*PI*t*110*pow(2,floor(mod(floor(4*t)*${nth}.7,36))/12))*exp(-4*mod(t,0.25))*(1+sin(880*t)*0.3)`;
const SOURCES: Readonly<Record<string, string>> = {
  tones: '0.3*sin(2*PI*440*t)+0.2*sin(2*PI*1234.5*t)|0.3*sin(2*PI*660*t)',
  sweep: `0.5*sin(2*PI*(100*t+8000*t*t/${2 * SECONDS}))|0.4*sin(2*PI*(150*t+6000*t*t/${2 * SECONDS}))`,
  music: `0.25*(${note(5)}+${note(7)})+0.2*(random(0)-0.5)*exp(-40*mod(t,0.25))|0.25*(${note(11)}+${note(5)})+0.1*(random(1)-0.5)*exp(-40*mod(t,0.5))`,
};

let workshop: Workshop;
const paths: Record<string, string> = {};

beforeAll(async () => {
  workshop = await Workshop.open();
  const rest = ['-t', `${SECONDS}`, '-ac', '2', '-ar', `${RATE}`];
  for (const [name, expression] of Object.entries(SOURCES)) {
    const input = ['-f', 'lavfi', '-i', `aevalsrc='${expression}':s=${RATE}:d=${SECONDS}`];
    paths[name] = await workshop.make(`${name}.wav`, [...input, ...rest]);
  }
  const words =
    'Long recordings should not take longer than they need. Seven hundred and forty two people were there. ';
  await execa('espeak-ng', ['-w', workshop.path('words.wav'), words.repeat(8)]);
  const spoken = ['-stream_loop', '-1', '-i', workshop.path('words.wav')];
  paths.speech = await workshop.make('speech.wav', [...spoken, ...rest]);
});
afterAll(() => workshop.close());
afterEach(() => vi.unstubAllEnvs());

interface Made {
  readonly path: string;
  readonly parts: number;
  /** True where the sound was encoded in one piece, be it after the parts. */
  readonly inOne: boolean;
}

async function convert(source: string, target: string, options: OptionValues, parts: 'on' | 'off'): Promise<Made> {
  vi.stubEnv('PARALLEL_PARTS', parts);
  const path = paths[source] ?? source;
  const workFolder = await mkdtemp(join(workshop.folder, 'parts-'));
  const task = engineTask({ workFolder, readable: [path], signal: new AbortController().signal });
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  const input = { id: 'sound', path, filename: 'sound', size, format, decryptPassword: null };
  const validated = validateConversion({ category: 'audio', target, options });
  const [made] = await engine.convert({ target, options: validated.options, inputs: [input] } as never, task.context);
  const isPart = (args: readonly string[]) => args.some((argument) => /atrim=(start|end)_sample/.test(argument));
  const encodes = task.calls.filter(({ args }) => args.includes('-b:a') || args.includes('-q:a'));
  const ofParts = encodes.filter(({ args }) => isPart(args));
  return { path: made?.path ?? '', parts: ofParts.length, inOne: encodes.length > ofParts.length };
}

/** Compares a sound with its source near the seam and elsewhere */
async function expectNoSeam(made: string, one: string, source: string, rate: number): Promise<void> {
  const [samples, whole, original] = await Promise.all([made, one, source].map((path) => samplesOf(path, rate)));
  if (samples === undefined || whole === undefined || original === undefined) throw new Error('no samples');
  expect(samples).toHaveLength(whole.length);
  const [errors, ofWhole] = [samples, whole].map((each) => errorsOf(each, original, rate));
  for (const kind of ['levels', 'clicks'] as const) {
    const { within, elsewhere } = largest(errors?.[kind] ?? [], ...SEAM);
    // Where the sound itself is hardest to encode near the seam, one piece has as large an error there.
    expect(within, kind).toBeLessThanOrEqual(
      Math.max(elsewhere, largest(ofWhole?.[kind] ?? [], ...SEAM).within) * 1.001,
    );
  }
}

describe.skipIf(availableParallelism() < 2)('a sound in parts', () => {
  const sources = ['tones', 'sweep', 'music', 'speech'];
  test.each(sources)('%s to mp3: what one piece decodes to, by two decoders', async (source) => {
    const [parts, one] = [await convert(source, 'mp3', {}, 'on'), await convert(source, 'mp3', {}, 'off')];
    expect([parts.parts, parts.inOne, one.parts]).toEqual([2, false, 0]);
    expect(await samplesOf(parts.path, RATE)).toEqual(await samplesOf(one.path, RATE));
    const [decoded, ofOne] = [await byMpg123(parts.path), await byMpg123(one.path)];
    expect([decoded.length, decoded.equals(ofOne)]).toEqual([SECONDS * RATE * 4, true]);
    await expectNoSeam(parts.path, one.path, paths[source] ?? '', RATE);
  });

  test.each([
    ['tones', 'opus', {}],
    ['music', 'opus', {}],
    ['speech', 'ogg', { audio_codec: 'opus' }],
    ['music', 'mka', { audio_codec: 'opus' }],
  ])('%s to %s: no seam is heard', async (source, target, options) => {
    const [parts, one] = [await convert(source, target, options, 'on'), await convert(source, target, options, 'off')];
    expect([parts.parts, parts.inOne, one.parts]).toEqual([2, false, 0]);
    await expectNoSeam(parts.path, one.path, paths[source] ?? '', 48000);
  });

  test('no place for a seam is found: one piece', async () => {
    const options = { audio_bitrate: 16 };
    const [parts, one] = [
      await convert('speech', 'opus', options, 'on'),
      await convert('speech', 'opus', options, 'off'),
    ];
    expect([parts.parts, parts.inOne]).toEqual([2, true]);
    expect(await samplesOf(parts.path, 48000)).toEqual(await samplesOf(one.path, 48000));
  });

  test('parts that are only put behind each other are heard', async () => {
    const source = paths.music ?? '';
    const half = (name: string, filter: string) => workshop.make(name, ['-i', source, '-af', filter, '-b:a', '192k']);
    const border = Math.floor((SECONDS * RATE) / 2 / 1152) * 1152;
    const first = await half('first.mp3', `atrim=end_sample=${border}`);
    const second = await half('second.mp3', `atrim=start_sample=${border},asetpts=PTS-STARTPTS`);
    const list = await workshop.write('list.txt', `file '${first}'\nfile '${second}'\n`);
    const joined = await workshop.make('joined.mp3', ['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy']);
    const one = await convert('music', 'mp3', {}, 'off');
    await expect(expectNoSeam(joined, one.path, source, RATE)).rejects.toThrow();
  });

  test.each<[string, OptionValues]>([
    ['mp3', { audio_vbr: 190 }],
    ['mp3', { speed: 1.5 }],
    ['mp3', { fade_out: 2 }],
    ['mp3', { start: '00:00:02' }],
    ['m4a', {}],
    ['flac', {}],
  ])('%s %o: in one piece', async (target, options) => {
    const made = await convert('tones', target, options, 'on');
    expect(made.parts).toBe(0);
    await rm(dirname(made.path), { recursive: true });
  });
});

/** What mpg123 makes of a file, a decoder of its own. */
async function byMpg123(path: string): Promise<Buffer> {
  const { stdout } = await execa('mpg123', ['-q', '-s', path], { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return Buffer.from(stdout);
}
