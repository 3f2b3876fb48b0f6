import { TTS_LOCALES } from '../../languages.ts';
import type { OptionDefinitions } from '../definition.ts';
import { has, noEffect, type OptionRule } from '../rules.ts';

/** Options for the voice that reads a text aloud. */
export const VOICE = {
  language_tts: {
    type: 'string',
    enum: TTS_LOCALES,
    description: 'Language and country of the voice that reads a text source aloud.',
    'x-group': 'speech',
    'x-order': 330,
    'x-inputs': ['document', 'text', 'ebook', 'image', 'cad'],
    example: 'en-GB',
  },
  tts_voice: {
    type: 'string',
    enum: ['standard', 'neural'],
    description:
      'Voice that reads aloud: standard, the default, is espeak-ng or a command of the operator; neural is a voice that the operator has installed in the folder of speech models, and is refused if there is none for the language.',
    'x-group': 'sound',
  },
} as const satisfies OptionDefinitions;

export const VOICE_RULES: readonly OptionRule[] = [
  {
    options: ['tts_voice', 'language_tts'],
    text: 'tts_voice is used only with language_tts.',
    check: (given) =>
      has(given, 'tts_voice') && !has(given, 'language_tts')
        ? [noEffect('tts_voice', 'it is used only with language_tts')]
        : [],
  },
];
