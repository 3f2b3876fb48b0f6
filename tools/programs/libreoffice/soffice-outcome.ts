import { ConversionError } from '../../../src/task/errors.ts';
import type { OfficeResult } from './job.ts';
import type { OfficeAnswer } from './soffice-job.ts';

/**
 * Numbers of LibreOffice's errors (ErrCode) that come without a question about a password: the import of `.doc` found the password wrong
 * (ERRCODE_SVX_WRONGPASS), the import of `.ppt` found the file encrypted (ERRCODE_SVX_READ_FILTER_PPOINT).
 */
const WRONG_PASSWORD = 65551;
const ENCRYPTED_POWERPOINT = 68369;

const NOT_STORED = 'LibreOffice read the file, but could not write it in the new format.';
const NOT_SETTLED =
  'The tracked changes of the file could not be settled. Accept or reject them in it, then convert it again.';

/**
 * Returns the outcome of a job of soffice.bas. Throws ConversionError `input_password_needed`, `input_password_wrong`, `input_wrong_type`
 * (a protected `.ppt`), `input_damaged`, or `conversion_failed` if a file was loaded and not stored.
 */
export function outcomeOf(answer: OfficeAnswer, passwordGiven: boolean): OfficeResult {
  if (answer.kind === null) throw notLoaded(answer, passwordGiven);
  if (!answer.stored) {
    throw new ConversionError('conversion_failed', answer.failed?.stage === 'changes' ? NOT_SETTLED : NOT_STORED, {
      log: logOf(answer),
    });
  }
  const repaired = answer.asked.some(({ request }) => request === 'com.sun.star.document.BrokenPackageRequest');
  const { kind, sheets, hiddenSlides, changes, asides } = answer;
  return { kind, sheets, hiddenSlides, repaired, encrypted: askedPassword(answer), changes, asides };
}

function notLoaded(answer: OfficeAnswer, passwordGiven: boolean): ConversionError {
  const log = logOf(answer);
  const codes = answer.asked.map(({ errorCode }) => errorCode);
  if (askedPassword(answer) || codes.includes(WRONG_PASSWORD)) {
    return passwordGiven
      ? new ConversionError('input_password_wrong', 'The decrypt_password does not open the file.', { log })
      : new ConversionError(
          'input_password_needed',
          'The file is protected by a password; give it as decrypt_password.',
          { log },
        );
  }
  if (codes.includes(ENCRYPTED_POWERPOINT)) {
    const message =
      'The presentation is encrypted in the old PowerPoint format, which LibreOffice cannot decrypt. ' +
      'Save it without a password, or as pptx.';
    return new ConversionError('input_wrong_type', message, { log });
  }
  const message = 'LibreOffice cannot read the file: it is damaged, or not what its content says.';
  return new ConversionError('input_damaged', message, { log });
}

function askedPassword({ asked }: OfficeAnswer): boolean {
  return asked.some(({ request }) => request.includes('PasswordRequest'));
}

function logOf({ asked, failed }: OfficeAnswer): string {
  const questions = asked.map(({ request, errorCode }) => `${request} ${errorCode ?? ''}`.trim());
  return [...questions, failed === null ? 'no result' : `${failed.stage}: ${failed.text}`].join('\n');
}
