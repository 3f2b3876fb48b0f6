import { ConversionError } from '../../src/task/errors.ts';

/** Codes of errors that an input causes. */
const OF_INPUTS = /^(input_|limit_)/;

/** Runs `work` on one of several inputs; an error that the input causes gets the name of that input. */
export async function namingInput<Result>(filename: string | undefined, work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    if (!(error instanceof ConversionError) || filename === undefined) throw error;
    throw named(error, filename);
  });
}

function named(error: ConversionError, filename: string): ConversionError {
  const { code, message, details, log } = error;
  if (!OF_INPUTS.test(code) || message.includes(filename)) return error;
  return new ConversionError(code, `${filename}: ${message}`, {
    details: { ...details, filename },
    cause: error,
    ...(log !== undefined && { log }),
  });
}
