import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { transcribe } from '../../../../../tools/programs/speech/stt/transcribe.ts';
import { makeScratchFolder, ScratchFolder } from '../../../../support/engine-context.ts';
import { peakMemory } from '../../../../support/peak-memory.ts';
import { patience } from '../../../../support/slowness.ts';
import { ffmpeg, inputOf, makeModels, taskFor, wordErrorRate } from './support.ts';

/** 11 seconds of a speech of 1961. */
const JFK = join(process.env.CORPORA_DIR ?? '', 'audio', 'jfk.wav');
const SAID =
  'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('speech-slow'));
  vi.stubEnv('SPEECH_MODELS', await makeModels());
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await scratch.remove();
});

it.runIf(process.env.CORPORA_DIR)('understands every word of a speech from life', async () => {
  const { context } = await taskFor(JFK, scratch.folder);
  const { paragraphs } = await transcribe(await inputOf(JFK), 'en-US', context);
  expect(paragraphs).toHaveLength(1);
  expect(wordErrorRate(SAID, paragraphs[0]?.text ?? '')).toBe(0);
});

/** Returns the peak memory of this task's recogniser so far, bytes; 0 while it does not run. */
async function peakOfRecogniser(voiceActivity: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const peaks = pids.map(async (pid) => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    // The process itself, not its supervisor, whose command line also contains these words.
    if (!/^[^\0]*node\0/.test(command) || !command.includes(voiceActivity)) return 0;
    return peakMemory(pid);
  });
  return Math.max(...(await Promise.all(peaks)));
}

it('listens to ten hours of silence in no more memory than to the first minutes', {
  timeout: patience(2_400_000),
}, async () => {
  const silence = scratch.path('silence.flac');
  await ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '36000', silence);
  const { context } = await taskFor(silence, scratch.folder);
  const peaks: { percent: number; peak: number }[] = [];
  const asked: Promise<unknown>[] = [];
  const progress = (percent: number): void => {
    const last = peaks.at(-1)?.percent ?? 0;
    if (percent < last + 10) return;
    const entry = { percent, peak: 0 };
    peaks.push(entry);
    asked.push(
      peakOfRecogniser('convertd-speech-models/silero_vad.onnx').then((peak) => Object.assign(entry, { peak })),
    );
  };
  await expect(transcribe(await inputOf(silence), 'en-US', { ...context, progress })).rejects.toMatchObject({
    details: { reason: 'no_speech' },
  });
  await Promise.all(asked);
  const running = peaks.map(({ peak }) => peak).filter((peak) => peak > 0);
  expect(running.length).toBeGreaterThan(5);
  expect((running.at(-1) ?? 0) / (running[0] ?? 1)).toBeLessThan(1.1);
});
