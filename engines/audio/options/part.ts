import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { parseTime } from '../../../src/catalog/grammar/values.ts';
import { conflict, type Finding, type GivenOptions, has, type OptionRule } from '../../../src/catalog/rules.ts';

/** Options for the part of the source that is kept. */
export const PART = {
  start: {
    type: 'string',
    pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$',
    format: 'time-of-day',
    description: 'Start of the part to keep, as HH:MM:SS from the beginning.',
    'x-order': 130,
    'x-unit': 'hh:mm:ss',
    example: '00:01:30',
  },
  end: {
    type: 'string',
    pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$',
    format: 'time-of-day',
    description: 'End of the part to keep, as HH:MM:SS from the beginning. Must be after start.',
    'x-order': 140,
    'x-unit': 'hh:mm:ss',
    example: '00:02:00',
  },
  audio_track: {
    type: 'integer',
    minimum: 1,
    maximum: 99,
    description:
      'Which audio track to use if the file has several, such as the languages of a video: 1, the default, is the first.',
    'x-group': 'sound',
    example: 2,
  },
} as const satisfies OptionDefinitions;

export const PART_RULES: readonly OptionRule[] = [
  {
    options: ['start', 'end'],
    text: 'end has to be after start.',
    check: checkEndAfterStart,
  },
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
