import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Reading } from '../voices.ts';
import { type Chunk, type ChunkRules, packSentences } from './chunks.ts';
import { readLines } from './lines.ts';
import { type Markup, readParagraphs } from './paragraphs.ts';
import { readSentences } from './sentences.ts';
import { type Counts, speakableBy } from './speakable.ts';
import { loadSpeller, type Speller } from './spoken/spell.ts';

/** How a text is prepared. */
export interface PrepareJob extends ChunkRules {
  readonly markup: Markup;
  /** BCP 47. */
  readonly locale: string;
  readonly reading: Reading;
  /** Scripts that the voice reads besides Latin; null if unknown. */
  readonly scripts: readonly string[] | null;
}

export interface Prepared extends Counts {
  readonly chunks: number;
  /** Characters of all chunks. */
  readonly characters: number;
}

/** Names in the job's folder: UTF-8 text, and one Chunk as JSON a line. */
export const TEXT = 'text';
export const CHUNKS = 'chunks.jsonl';

/** Writes the chunks of a folder's text. Runs in the worker process; memory does not grow with the text. */
export async function prepareText(job: PrepareJob, folder: string): Promise<Prepared> {
  const { markup, locale, reading, scripts, longest } = job;
  const counts: Counts = { words: 0, foreignWords: 0, signLines: 0 };
  const pieces: AsyncIterable<string> = createReadStream(join(folder, TEXT), 'utf8');
  const paragraphs = readParagraphs(readLines(pieces), markup);
  const rules = {
    locale,
    speakable: speakableBy(scripts),
    spell: await spellerOf(locale),
    read: await readerOf(reading),
    longest: longest / GROWTH[reading],
  };
  const sentences = readSentences(paragraphs, rules, counts);
  let chunks = 0;
  let characters = 0;
  const counted = async function* (): AsyncGenerator<string> {
    for await (const chunk of packSentences(sentences, job)) {
      chunks += 1;
      characters += chunk.text.length;
      yield `${JSON.stringify(chunk satisfies Chunk)}\n`;
    }
  };
  await pipeline(counted, createWriteStream(join(folder, CHUNKS)));
  return { chunks, characters, ...counts };
}

/** Dictionaries are loaded only on demand. */
const READERS: Readonly<Record<Reading, () => Promise<(sentence: string) => string>>> = {
  letters: async () => (sentence) => sentence,
  pinyin: async () => (await import('./pinyin.ts')).toPinyin,
  kana: async () => (await import('./kana.ts')).loadKanaReader(),
};

/** Factor by which a sentence may grow. */
const GROWTH: Readonly<Record<Reading, number>> = { letters: 1, pinyin: 8, kana: 8 };

const loaded = new Map<Reading, Promise<(sentence: string) => string>>();
const spellers = new Map<string, Promise<Speller>>();

function spellerOf(locale: string): Promise<Speller> {
  const speller = spellers.get(locale) ?? loadSpeller(locale);
  spellers.set(locale, speller);
  return speller;
}

function readerOf(reading: Reading): Promise<(sentence: string) => string> {
  const reader = loaded.get(reading) ?? READERS[reading]();
  loaded.set(reading, reader);
  return reader;
}
