import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { identify } from '../../../../../src/files/identify.ts';
import type { Locale } from '../../../../../tools/programs/speech/tts/voices.ts';
import { type Conversion, ffmpeg, type Workshop } from '../../../../engines/audio/support.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/${name}`, import.meta.url));

export const HARBOUR = fixture('speech/harbour.md');
export const REPORT = fixture('document/report.docx');
export const SCAN = fixture('document/scan.png');

/** Two or three sentences in the language of each locale. */
export const SENTENCES = JSON.parse(await readFile(fixture('speech/sentences.json'), 'utf8')) as Record<Locale, string>;

/** Reads a file aloud, with its format detected like in the runner. */
export async function read(
  workshop: Workshop,
  input: string,
  target: string,
  options: Record<string, string | number | boolean>,
): Promise<Conversion> {
  return workshop.convert({ input, target, options, format: await identify(input) });
}

/** Seconds. */
export interface Silence {
  readonly start: number;
  readonly seconds: number;
}

/** Returns the silences in a sound that are longer than `least` seconds, by ffmpeg's silencedetect. */
export async function silences(path: string, least: number): Promise<Silence[]> {
  const stderr = await ffmpeg(['-i', path, '-af', `silencedetect=n=-50dB:d=${least}`, '-f', 'null', '-']);
  const all = (pattern: RegExp) => Array.from(stderr.matchAll(pattern), ([, number]) => Number(number));
  const lengths = all(/silence_duration: ([\d.]+)/g);
  return all(/silence_start: ([\d.]+)/g).map((start, index) => ({ start, seconds: lengths[index] ?? 0 }));
}
