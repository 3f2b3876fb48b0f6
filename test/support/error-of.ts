import { ConversionError, ConversionErrors } from '../../src/task/errors.ts';

/** Returns the error that a conversion, or a part of one, ends with. Throws any other value, or an error if it succeeds. */
export async function errorOf(conversion: Promise<unknown>): Promise<ConversionError> {
  const error = await conversion.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConversionErrors && error.errors[0]) return error.errors[0];
  if (error instanceof ConversionError) return error;
  throw error ?? new Error('the conversion succeeded');
}
