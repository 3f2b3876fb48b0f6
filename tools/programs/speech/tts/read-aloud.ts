import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEFAULT_LIMITS, formatBytes } from '../../../../src/process/limits.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { pluralize } from '../../../../src/util/pluralize.ts';
import { type LocalInput, partFolder, type WorkContext, within } from '../../../../src/work/context.ts';
import { findSpeaker, type Speaker, type VoiceKind } from './speaker.ts';
import type { Chunk } from './text/chunks.ts';
import type { Markup } from './text/paragraphs.ts';
import { prepareInPool } from './text/pool.ts';
import { CHUNKS, type Prepared } from './text/run-job.ts';
import type { Gap } from './text/sentences.ts';
import type { Locale } from './voices.ts';
import { readWavs, SoundFile } from './wav.ts';

/** The text of an input. */
export interface ExtractedText {
  /** Path of the text in UTF-8. */
  readonly path: string;
  readonly markup: Markup;
}

/** What is read, and how. */
export interface Reading {
  readonly locale: Locale;
  readonly voice: VoiceKind;
  /** Seconds of sound after which the rest of the text is not needed; null if all of it is. */
  readonly until: number | null;
  /** Extracts the text of the input. */
  extractText(input: LocalInput, context: WorkContext): Promise<ExtractedText>;
}

/** Progress after the text was extracted, and after it was analysed. */
const EXTRACTED = 25;
const TAKEN_APART = 30;

/**
 * Reads the text of a document or a book aloud. Returns the sound, a WAV file (RF64) in the work folder; memory does not grow with the
 * text. Warns about text that cannot be spoken. Throws ConversionError: what extractText throws; `program_missing`;
 * `speech_model_unavailable` without a neural voice; `conversion_failed` if there is no text or the speaker fails; `option_unsupported` if
 * nearly all of it is in a script that the voice does not read; `limit_file_size`.
 */
export async function readAloud(input: LocalInput, reading: Reading, context: WorkContext): Promise<string> {
  const { locale, voice } = reading;
  const speaker = await findSpeaker(locale, voice);
  const { path: text, markup } = await reading.extractText(input, within(context, 0, EXTRACTED));
  const folder = await partFolder(context, 'speech');
  const { reading: read, scripts, longest, splitsAtHeadings } = speaker;
  const job = { markup, locale, reading: read, scripts, longest, splitsAtHeadings };
  const prepared = await prepareInPool(job, text, folder, context);
  if (prepared.chunks === 0 || isForeign(prepared)) throw nothingToSay(input, locale, prepared);
  warnOfLeftOut(input, locale, prepared, context);
  context.progress(TAKEN_APART);
  const speech = { speaker, characters: prepared.characters, until: reading.until };
  return speak(folder, speech, within(context, TAKEN_APART, 100));
}

interface Speech {
  readonly speaker: Speaker;
  /** Characters of the whole text. */
  readonly characters: number;
  readonly until: number | null;
}

/** Silence between two runs, seconds: as long as espeak-ng's own (measured), and longer around a heading. */
const SILENCE: Readonly<Record<Gap, number>> = { sentence: 0.3, paragraph: 0.54, heading: 1 };

async function speak(folder: string, { speaker, characters, until }: Speech, context: WorkContext): Promise<string> {
  const path = join(folder, 'speech.wav');
  const part = join(folder, 'part.wav');
  const sound = await SoundFile.create(path);
  let said = 0;
  let pause = 0;
  try {
    for await (const { text, gap } of readChunks(join(folder, CHUNKS))) {
      context.signal.throwIfAborted();
      await context.run({ ...speaker.call(text), stdoutFile: part }).catch((error: unknown) => {
        throw speaker.explain?.(error) ?? error;
      });
      await sound.appendSilence(pause);
      await appendPart(sound, part, speaker);
      pause = SILENCE[gap];
      said += text.length;
      context.progress((100 * said) / characters);
      if (until !== null && sound.seconds > until) break;
    }
  } finally {
    await sound.close();
  }
  await rm(part, { force: true });
  if (sound.bytes === 0)
    throw new ConversionError('conversion_failed', `${speaker.name} produced no audio for the text.`);
  return path;
}

async function* readChunks(path: string): AsyncGenerator<Chunk> {
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line) as Chunk;
}

async function appendPart(sound: SoundFile, part: string, { name }: Speaker): Promise<void> {
  const wavs = await readWavs(part);
  if (wavs === null) {
    throw new ConversionError('conversion_failed', `${name} did not write a WAV file of 16-bit PCM.`);
  }
  for (const wav of wavs) {
    // The same limit as for the files of any program.
    if (sound.bytes + wav.bytes > DEFAULT_LIMITS.fileBytes) {
      const message = `The text is longer than ${formatBytes(DEFAULT_LIMITS.fileBytes)} of sound. Read parts of it aloud one by one.`;
      throw new ConversionError('limit_file_size', message);
    }
    if (await sound.append(part, wav)) continue;
    const message = `${name} changed the sample rate or the channels between two parts of the text.`;
    throw new ConversionError('conversion_failed', message);
  }
}

/** Whether it is a text in another language, of which a voice could only speak some names and the numbers. */
const isForeign = ({ words, foreignWords }: Prepared): boolean => foreignWords > 9 * words;

function nothingToSay({ filename }: LocalInput, locale: Locale, { foreignWords }: Prepared): ConversionError {
  const details = { option: 'language_tts', value: locale };
  if (foreignWords > 0) {
    const message = `The text of ${filename} is in a script that ${locale} is not read from. Give language_tts the language of the text.`;
    return new ConversionError('option_unsupported', message, { source: 'conversion', details });
  }
  return new ConversionError('conversion_failed', `${filename} has no text to read aloud.`, { details });
}

function warnOfLeftOut(
  { filename }: LocalInput,
  locale: Locale,
  { foreignWords, signLines }: Prepared,
  context: WorkContext,
): void {
  const left = [
    ...(foreignWords > 0 ? [`${pluralize(foreignWords, 'word')} in a script that ${locale} is not read from`] : []),
    ...(signLines > 0 ? [`${pluralize(signLines, 'line')} of signs alone`] : []),
  ];
  if (left.length === 0) return;
  const message = `Not read aloud of ${filename}: ${left.join(', and ')}.`;
  context.warn('output_limited', message, {
    option: 'language_tts',
    words_of_other_scripts: foreignWords,
    lines_of_signs: signLines,
  });
}
