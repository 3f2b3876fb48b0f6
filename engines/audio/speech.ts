import type { LocalInput } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';

const READABLE = new Set(['document', 'ebook', 'text']);

/**
 * The error for an input without sound: where `language_tts` asks to have a text read aloud, that this version cannot do so;
 * else the one that probing it gave.
 */
export function withoutSound(error: unknown, input: LocalInput, speaker: string | null): unknown {
  const readable = input.format === null || READABLE.has(input.format.kind);
  if (!(error instanceof ConversionError) || error.code !== 'input_wrong_type' || speaker === null || !readable)
    return error;
  return new ConversionError(
    'engine_unavailable',
    `${input.filename} holds no sound, and reading a text aloud (language_tts) is not part of this version.`,
    { source: 'conversion', details: { option: 'language_tts', value: speaker }, cause: error },
  );
}
