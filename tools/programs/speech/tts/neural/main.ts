// The process that speaks with a neural voice: a text on standard input, WAV on standard output; see job.ts.
import { createRequire } from 'node:module';
import { text as readText } from 'node:stream/consumers';
import { riffHeader } from '../wav.ts';
import type { SpeakJob } from './job.ts';

/* The part of sherpa-onnx-node that is used here; it has no types of its own. */
interface OfflineTts {
  readonly sampleRate: number;
  readonly numSpeakers: number;
  generate(request: { text: string; sid: number; speed: number; enableExternalBuffer: boolean }): {
    readonly samples: Float32Array;
  };
}

const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as { OfflineTts: new (config: object) => OfflineTts };

const { type, paths, speaker, speed, pause } = JSON.parse(process.argv[2] ?? '') as SpeakJob;
const voice = new sherpa.OfflineTts({
  // More threads make small voices hardly faster, and tasks run in parallel.
  model: { [type]: paths, numThreads: 1, provider: 'cpu' },
  // Memory does not grow with the text.
  maxNumSentences: 1,
});
if (speaker >= voice.numSpeakers) {
  process.stderr.write(`speaker ${speaker} is asked for, and the voice has ${voice.numSpeakers}, counted from 0\n`);
  process.exit(1);
}
const sounds: Buffer[] = [];
for (const paragraph of (await readText(process.stdin)).split(/\n{2,}/)) {
  if (paragraph.trim() === '') continue;
  const { samples } = voice.generate({ text: paragraph.trim(), sid: speaker, speed, enableExternalBuffer: false });
  if (sounds.length > 0) sounds.push(Buffer.alloc(2 * Math.round(pause * voice.sampleRate)));
  sounds.push(pcmOf(samples));
}
const sound = Buffer.concat(sounds);
process.stdout.write(riffHeader({ sampleRate: voice.sampleRate, channels: 1 }, sound.length));
process.stdout.write(sound);

/** Converts samples of -1 to 1 to 16-bit PCM; louder ones are clipped. */
function pcmOf(samples: Float32Array): Buffer {
  const pcm = Int16Array.from(samples, (sample) => Math.round(32_767 * Math.max(-1, Math.min(1, sample))));
  return Buffer.from(pcm.buffer);
}
