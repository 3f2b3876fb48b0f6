// The process that recognises speech: one sound, from standard input; see job.ts for its argument and its answer.
import type { RecogniserJob, RecogniserLine } from './job.ts';
import { type Heard, Listener } from './listener.ts';
import { loadDetector, loadRecogniser, plainText } from './sherpa.ts';
import { SAMPLE_RATE, windowsOf } from './sound.ts';
import { wordsOf } from './words.ts';

const job = JSON.parse(process.argv[2] ?? '') as RecogniserJob;
const recognise = loadRecogniser(job);
const listener = new Listener(loadDetector(job, job.maxSeconds * 2), job.maxSeconds);
say({ ready: true });
for await (const window of windowsOf(process.stdin)) send(listener.hear(window));
send(listener.end());

function send(pieces: readonly Heard[]): void {
  for (const { speech, parts, start, samples } of pieces) {
    const result = recognise(samples);
    const text = plainText(result.text);
    if (text === '') continue;
    const { language, spaced } = job;
    const [startSeconds, endSeconds] = [speech.start / SAMPLE_RATE, speech.end / SAMPLE_RATE];
    say({ startSeconds, endSeconds, text, ...wordsOf(text, result, { start, parts, language, spaced }) });
  }
}

function say(line: RecogniserLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
