import type { ErrorCode } from '../../../src/task/codes.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput } from '../../../src/work/context.ts';

/** Outcome of a program that unpacks. */
export interface Ended {
  readonly program: string;
  readonly exitCode: number;
  /** Standard error of the program, and its listing's information about the archive as a whole. */
  readonly said: string;
  readonly passwordGiven: boolean;
}

interface Rule {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  readonly message: string;
}

const PASSWORD_WRONG: Omit<Rule, 'pattern'> = {
  code: 'input_password_wrong',
  message: 'The decrypt_password does not open the archive.',
};
const PASSWORD_NEEDED: Omit<Rule, 'pattern'> = {
  code: 'input_password_needed',
  message: 'The archive is encrypted. Give its password as decrypt_password of the input.',
};
const VOLUMES_MISSING: Omit<Rule, 'pattern'> = {
  code: 'input_truncated',
  message:
    'The archive is one volume of several, and its entries go on in the others. Give all volumes as inputs of one conversion to an archive, such as zip.',
};

/** Rules in order: the first that matches the output of 7-Zip or libarchive applies. */
const RULES: readonly Rule[] = [
  { pattern: /No space left on device|errno=28\b/, code: 'disk_full', message: 'The disk of the work folder is full.' },
  {
    pattern: /allocate (?:required )?memory|E_OUTOFMEMORY/,
    code: 'limit_memory',
    message: 'Unpacking the archive needs more memory than its limit.',
  },
  // Besides its input, 7-Zip opens only further volumes, and may not read volumes that were not given.
  { pattern: /Missing volume|Can't open volume|opening : errno=13\b/, ...VOLUMES_MISSING },
  {
    pattern: /Unexpected end of|: [Tt]runcated |No progress is possible/,
    code: 'input_truncated',
    message: 'The archive ends early: its end is missing. Fetch or make it again.',
  },
  {
    pattern: /Unsupported (?:Method|Filter|Version|feature)/i,
    code: 'input_wrong_type',
    message: 'The archive uses a compression or encryption method that cannot be read here.',
  },
  {
    pattern:
      /Cannot open the file as|Is not archive|(?:Headers|Data|CRC|Checksum) (?:Error|Failed)|Lzma library error|lz4|checksum|Traceback/,
    code: 'input_damaged',
    message: 'The archive is damaged: it cannot be unpacked as a whole, and a part of it is not what you asked for.',
  },
];

/**
 * Returns the error for a program's failure. An entry that cannot be unpacked is an error, except at the end of a truncated archive
 * (`truncated.ts`). Wrong passwords come first, because they look like damage too.
 */
export function unpackingError(ended: Ended): ConversionError {
  const { code, message } = causeOf(ended);
  return new ConversionError(code, message, {
    log: `${ended.program}: exit code ${ended.exitCode}\n${ended.said.slice(-16_384)}`,
  });
}

function causeOf({ said, passwordGiven, program }: Ended): Omit<Rule, 'pattern'> {
  if (/Wrong password/.test(said)) return passwordGiven ? PASSWORD_WRONG : PASSWORD_NEEDED;
  // 7-Zip reached the end of its input when it asked for the password.
  if (/Break signaled/.test(said) && !passwordGiven) return PASSWORD_NEEDED;
  const missing = /(?:Missing volume |Can't open volume): ([^\n]+)/.exec(said)?.[1];
  if (missing !== undefined)
    return { ...VOLUMES_MISSING, message: `${VOLUMES_MISSING.message} ${missing} is missing.` };
  const rule = RULES.find(({ pattern }) => pattern.test(said));
  return rule ?? { code: 'conversion_failed', message: `${program} could not unpack the archive.` };
}

export const passwordNeeded = () => new ConversionError(PASSWORD_NEEDED.code, PASSWORD_NEEDED.message);
export const volumesMissing = () => new ConversionError(VOLUMES_MISSING.code, VOLUMES_MISSING.message);

/** Returns why no program should unpack a zip whose headers differ according to 7-Zip; other damage keeps its error. */
export function contradictory({ filename }: LocalInput, error: ConversionError): ConversionError {
  if (!error.log?.includes('Headers Error')) return error;
  const message = `${filename} contradicts itself: the headers of its entries and the table at its end differ, and programs unpack different things from it. Make it again.`;
  return new ConversionError('input_damaged', message, { log: error.log, cause: error });
}
