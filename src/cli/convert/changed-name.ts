import type { Task } from '../../task/types.ts';

/** What an option does to a file that keeps its format; the first one that a task has names the output. */
export const CHANGES: readonly (readonly [option: string, change: string])[] = [
  ['merge', 'merged'],
  ['ocr', 'recognised'],
  ['rotate', 'turned'],
  ['start', 'cut'],
  ['end', 'cut'],
  ['from', 'cut'],
  ['to', 'cut'],
  ['mute', 'mute'],
  ['pages', 'pages'],
  ['rearrange', 'pages'],
  ['split', 'part'],
  ['crop', 'cropped'],
  ['crop_width', 'cropped'],
  ['resize', 'resized'],
  ['width', 'resized'],
  ['height', 'resized'],
  ['max_size', 'smaller'],
  ['file_size', 'smaller'],
  ['max_file_size', 'smaller'],
  ['protect', 'protected'],
  ['new_user_password', 'protected'],
  ['encrypt_password', 'protected'],
  ['stamp', 'stamped'],
  ['watermark', 'stamped'],
  ['pdf_a', 'pdfa'],
];

const OPERATIONS: Readonly<Record<string, string>> = { compress: 'compressed', 'resize-image': 'resized' };

/** Says in a word how an output differs from its input, for the name of one that would have the name of the other. */
export function changeOf({ conversion: { category, target, options } }: Pick<Task, 'conversion'>): string {
  if (category === 'operation') return OPERATIONS[target] ?? target;
  if (options.audio_codec === 'none') return 'muted';
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== false;
  return CHANGES.find(([option]) => isGiven(options[option]))?.[1] ?? 'converted';
}
