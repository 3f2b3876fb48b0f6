import { parseTime } from '../../src/catalog/grammar/values.ts';
import { NORMALIZE_RULES } from '../../src/catalog/normalize-options.ts';
import {
  conflict,
  excludeGroups,
  type Finding,
  type GivenOptions,
  has,
  noEffect,
  type OptionRule,
} from '../../src/catalog/rules.ts';

/** What the options of audio targets have to do with each other. */
export const RULES: readonly OptionRule[] = [
  {
    options: ['audio_bitrate', 'audio_vbr'],
    text: 'audio_bitrate (constant) and audio_vbr (variable) exclude each other.',
    check: (given) =>
      excludeGroups(given, [['audio_bitrate'], ['audio_vbr']], 'choose a constant or a variable bitrate'),
  },
  {
    options: ['audio_vbr', 'audio_codec'],
    text: 'audio_vbr works with audio_codec vorbis only, which is also taken when no codec is given.',
    check: (given) =>
      has(given, 'audio_vbr') && has(given, 'audio_codec') && given.audio_codec !== 'vorbis'
        ? [conflict(['audio_vbr', 'audio_codec'], 'audio_vbr works with audio_codec vorbis only')]
        : [],
  },
  {
    options: ['tts_voice', 'language_tts'],
    text: 'tts_voice is used only with language_tts.',
    check: (given) =>
      has(given, 'tts_voice') && !has(given, 'language_tts')
        ? [noEffect('tts_voice', 'it is used only with language_tts')]
        : [],
  },
  {
    options: ['silence_threshold', 'trim_silence', 'remove_silence'],
    text: 'silence_threshold is used only with trim_silence or remove_silence.',
    check: (given) =>
      has(given, 'silence_threshold') && given.trim_silence !== true && !has(given, 'remove_silence')
        ? [noEffect('silence_threshold', 'it is used only with trim_silence or remove_silence')]
        : [],
  },
  {
    options: ['waveform_height', 'waveform_format'],
    text: 'waveform_height has no effect on waveform_format json.',
    check: (given) =>
      has(given, 'waveform_height') && given.waveform_format === 'json'
        ? [noEffect('waveform_height', 'waveform_format json lists peaks, which have no height')]
        : [],
  },
  {
    options: ['start', 'end'],
    text: 'end has to be after start.',
    check: checkEndAfterStart,
  },
  ...NORMALIZE_RULES,
];

function checkEndAfterStart(given: GivenOptions): Finding[] {
  const end = seconds(given.end);
  const start = has(given, 'start') ? seconds(given.start) : 0;
  if (end === null || start === null || end > start) return [];
  const against = has(given, 'start') ? `start (${given.start})` : 'the beginning';
  return [conflict(['end', 'start'], `end (${given.end}) has to be after ${against}`)];
}

function seconds(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const parsed = parseTime(value);
  return 'value' in parsed ? parsed.value : null;
}
