import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { FFPROBE } from '../../support/ffprobe.ts';
import { makeModels, speak, wordErrorRate } from '../../tools/programs/speech/stt/support.ts';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

const FIRST = 'The river begins high in the mountains. Many small towns stand along its banks.';
const SECOND = 'A group of neighbors wrote letters, and asked the factory to stop.';
/** Seconds. */
const PAUSE = 4;
const OPTIONS = { language_stt: 'en-US' };

let scratch: Scratch;
let models: string;
let film: string;
/** Where the second part begins in the sound, seconds. */
let second: number;

beforeAll(async () => {
  scratch = await makeScratch();
  models = await makeModels();
  const parts = [scratch.path('first.wav'), scratch.path('second.wav')] as const;
  await speak(FIRST, parts[0]);
  await speak(SECOND, parts[1]);
  film = scratch.path('film.mkv');
  const graph = `[0:a]apad=pad_dur=${PAUSE}[first];[first][1:a]concat=n=2:v=0:a=1`;
  await execa('ffmpeg', ['-v', 'error', '-i', parts[0], '-i', parts[1], '-filter_complex', graph, film]);
  const show = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
  second = Number((await execa(FFPROBE, [...show, parts[0]])).stdout) + PAUSE;
});
afterAll(() => scratch.remove());
beforeEach(() => vi.stubEnv('SPEECH_MODELS', models));
afterEach(() => vi.unstubAllEnvs());

interface Packet {
  readonly pts_time: string;
  readonly duration_time: string;
}

/** The times of subtitles, as ffmpeg reads them. */
async function cues(path: string): Promise<{ start: number; end: number }[]> {
  const args = ['-v', 'error', '-show_entries', 'packet=pts_time,duration_time', '-of', 'json', path];
  const { packets } = JSON.parse((await execa(FFPROBE, args)).stdout) as { packets: Packet[] };
  return packets.map(({ pts_time: start, duration_time: length }) => ({
    start: Number(start),
    end: Number(start) + Number(length),
  }));
}

/** The words alone, as ffmpeg writes them out. */
async function wordsIn(path: string): Promise<string> {
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-']);
  return stdout.replace(/^\d+$|^.* --> .*$|<[^>]*>/gm, '').replace(/\s+/g, ' ');
}

describe('what is said in a film', () => {
  it.each(['srt', 'vtt'] as const)('becomes %s that ffmpeg reads, each subtitle at its time', async (target) => {
    const made = await convert(scratch, film, { target, options: OPTIONS });
    const path = onlyOutput(made);
    expect(made.warnings).toEqual([]);
    expect(made.outputs[0]).toMatchObject({ filename: `film.${target}` });
    const found = await cues(path);
    expect(found.length).toBeGreaterThanOrEqual(3);
    expect(found[0]?.start).toBeLessThan(0.5);
    // Nothing is shown in the pause, and the second part begins when it is said.
    const later = found.filter(({ start }) => start > second - PAUSE / 2);
    expect(Math.abs((later[0]?.start ?? 0) - second)).toBeLessThan(0.5);
    for (const { end } of found.filter((cue) => !later.includes(cue))) expect(end).toBeLessThan(second - PAUSE / 2);
    expect(wordErrorRate(`${FIRST} ${SECOND}`, await wordsIn(path))).toBeLessThanOrEqual(0.2);
    const lines = (await readFile(path, 'utf8')).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(42);
  });

  it('word_times writes the time of every word, and says that they are estimated', async () => {
    const made = await convert(scratch, film, { target: 'vtt', options: { ...OPTIONS, word_times: true } });
    const text = await readFile(onlyOutput(made), 'utf8');
    expect(text.match(/<\d\d:\d\d:\d\d\.\d{3}>/g)?.length).toBeGreaterThan(15);
    expect(made.warnings).toMatchObject([{ code: 'output_limited', details: { option: 'word_times' } }]);
    expect((await cues(onlyOutput(made))).length).toBeGreaterThanOrEqual(3);
  });
});

describe('subtitles', () => {
  it('need language_stt, and sound', async () => {
    const without = await errorOf(convert(scratch, film, { target: 'srt' }));
    expect([without.code, without.details]).toEqual(['input_wrong_type', { option: 'language_stt' }]);
    const document = await errorOf(convert(scratch, fixture('letter.txt'), { target: 'vtt', options: OPTIONS }));
    expect([document.code, document.details]).toEqual(['input_wrong_type', { target: 'vtt' }]);
  });
});
