import type { ErrorCode } from '../../../src/task/codes.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { BookJob } from './job.ts';

/** Outcome of a conversion that calibre gave up. */
export interface GivenUp {
  /** Whether the book had been read: the failure was in processing or writing. */
  readonly wasRead: boolean;
  /** The end of calibre's messages. */
  readonly log: string;
}

/** Last lines of Python errors and their meaning; the first match counts. */
const SIGNS: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/^MemoryError\b/m, 'limit_memory', 'The conversion needed more memory than its limit.'],
  [/^OSError: \[Errno 27\]/m, 'limit_file_size', 'calibre wrote a larger file than its limit.'],
  [
    /^OSError: \[Errno (28|122)\]/m,
    'disk_full',
    'The disk of the work folder is full: calibre could not write its output.',
  ],
  [/^ValueError: .*no text, only images/m, 'input_wrong_type', 'The input has no text, only pictures of pages.'],
  [
    // Errors of the azw3 and docx writers for a book without text.
    /^ValueError: Could not find chunk for aid|^ *self\.blocks\.all_blocks\[0\]/m,
    'conversion_failed',
    'The book has no text, and the new format cannot hold one without.',
  ],
];

const LOCKED = /^(\S+\.)?DRMError\b/m;

/**
 * Returns the error for a conversion that calibre gave up: `input_drm`, `input_password_needed` (PDF), `input_wrong_type` (pictures of
 * pages), `input_damaged` if the book could not be read, `limit_memory`, `limit_file_size`, `disk_full`, otherwise `conversion_failed`.
 */
export function failureOf({ format }: BookJob, { wasRead, log }: GivenUp): ConversionError {
  if (LOCKED.test(log)) return format === 'pdf' ? lockedByPassword(log) : lockedByDrm(log);
  const [, code, message] = SIGNS.find(([sign]) => sign.test(log)) ?? [
    null,
    ...(wasRead
      ? (['conversion_failed', 'calibre read the book, but could not write it in the new format.'] as const)
      : (['input_damaged', 'calibre cannot read the book: it is damaged, or not what its content says.'] as const)),
  ];
  return new ConversionError(code, message, { log });
}

function lockedByPassword(log: string): ConversionError {
  const message = 'The PDF is protected by a password; give it as decrypt_password.';
  return new ConversionError('input_password_needed', message, { log });
}

export function lockedByDrm(log?: string): ConversionError {
  const message =
    'The book is locked by DRM, which is not opened here. Give a copy without DRM, as its seller may offer.';
  return new ConversionError('input_drm', message, log === undefined ? {} : { log });
}
