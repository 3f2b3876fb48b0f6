import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffprobe, samples, Workshop } from './support.ts';
import { writeWav } from './wav.ts';

const RATE = 8000;

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
});

afterAll(() => workshop.close());

/** A burst of so many frames, different in each channel, no sample of which is silent. */
const burst = (frames: number, level = 0.5): number[] =>
  Array.from({ length: 2 * frames }, (_, index) =>
    index % 3 === 0 ? level : -level * (0.6 + (0.4 * ((index * 7) % 11)) / 11),
  );
const silence = (frames: number): number[] => new Array<number>(2 * frames).fill(0);

const wav = (name: string, ...parts: readonly number[][]) =>
  workshop.write(name, writeWav({ samples: Float32Array.from(parts.flat()), channels: 2, rate: RATE }));

const [FIRST, SECOND, THIRD] = [burst(3001), burst(1234), burst(7777)];
/** Of 0.2 seconds, a frame more and a frame less. */
const [LONG, SHORT] = [silence(1601), silence(1599)];

const soundOf = (path: string, ...args: string[]) => samples(path, args);

it('leaves out silence sample by sample, at the ends and within', async () => {
  const input = await wav('bursts.wav', LONG, FIRST, LONG, SECOND, SHORT, THIRD, LONG);
  const { output, warnings } = await workshop.convert({ input, target: 'wav', options: { remove_silence: 0.2 } });
  expect(warnings).toEqual([]);
  expect(await soundOf(output.path)).toEqual(await soundOf(await wav('kept.wav', FIRST, SECOND, SHORT, THIRD)));
  // The control: all of it stays without the option.
  const whole = await workshop.convert({ input, target: 'wav' });
  expect(await soundOf(whole.output.path)).toEqual(await soundOf(input));
});

it('takes what is below the threshold for silence', async () => {
  const hiss = burst(1601, 0.02);
  const input = await wav('hiss.wav', FIRST, hiss, SECOND);
  const options = { remove_silence: 0.2, silence_threshold: -30 };
  const removed = await workshop.convert({ input, target: 'flac', options });
  expect(await soundOf(removed.output.path)).toEqual(await soundOf(await wav('loud.wav', FIRST, SECOND)));
  const kept = await workshop.convert({ input, target: 'flac', options: { remove_silence: 0.2 } });
  expect(await soundOf(kept.output.path)).toEqual(await soundOf(input));
});

it('works on the part that is kept, in a lossy format, with speed and tags', async () => {
  const [quiet, long] = [silence(3000), burst(RATE)];
  const source = await wav('part.wav', long, burst(3000), quiet, burst(2000), long);
  const input = await workshop.make('part.mp3', ['-i', source, '-metadata', 'title=Bursts', '-b:a', '64k']);
  const options = { remove_silence: 0.3, start: '00:00:01', end: '00:00:02', speed: 2, audio_codec: 'opus' };
  const { output, warnings } = await workshop.convert({ input, target: 'ogg', options });
  expect(warnings.filter(({ code }) => code !== 'output_limited')).toEqual([]);
  const { length } = await soundOf(output.path, '-ac', '1', '-ar', String(RATE));
  // 5000 frames of the second are no silence.
  expect(Math.abs(length - 2500)).toBeLessThan(400);
  expect((await ffprobe(output.path)).streams[0]?.tags?.title).toBe('Bursts');
});

it('keeps 24 bits and six channels as they are', async () => {
  const tones = '0.5*sin(880*PI*t)*lt(t\\,0.5)|0.4*sin(660*PI*t)*gt(t\\,1)';
  const channels = [...tones.split('|'), '0', '0', '0', '0'].join('|');
  const source = ['-f', 'lavfi', '-i', `aevalsrc=${channels}:s=${RATE}:d=1.5:c=5.1`];
  const input = await workshop.make('six.wav', [...source, '-c:a', 'pcm_s24le']);
  const { output, warnings } = await workshop.convert({ input, target: 'wav', options: { remove_silence: 0.3 } });
  expect(warnings).toEqual([]);
  const [all, kept] = [await soundOf(input, '-c:a', 'pcm_f32le'), await soundOf(output.path, '-c:a', 'pcm_f32le')];
  const frame = (sound: Float32Array, at: number) => Array.from(sound.subarray(6 * at, 6 * at + 6));
  expect(kept.length / 6).toBeCloseTo(RATE, -2);
  expect(frame(kept, 100)).toEqual(frame(all, 100));
  const removed = (all.length - kept.length) / 6;
  expect(frame(kept, 6000)).toEqual(frame(all, 6000 + removed));
});

it('says that all of a sound is silent, and leaves chapters out with a warning', async () => {
  const silent = await wav('silent.wav', silence(RATE));
  const all = await workshop.convert({ input: silent, target: 'wav', options: { remove_silence: 0.2 } });
  expect(all.warnings.map(({ message }) => message)).toEqual([
    'Option remove_silence: the sound was left as it is, because all of it is silent.',
  ]);
  expect(await soundOf(all.output.path)).toHaveLength(2 * RATE);
  const chapters = await workshop.write(
    'chapters.txt',
    ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=One\n',
  );
  const input = await workshop.make('chapters.m4a', [
    ...['-i', await wav('two.wav', FIRST, LONG, THIRD), '-i', chapters, '-map_metadata', '1'],
  ]);
  const { warnings } = await workshop.convert({ input, target: 'm4b', options: { remove_silence: 0.1 } });
  expect(warnings.map(({ details }) => details.option)).toEqual(['remove_silence']);
});
