import { ConversionError, ConversionErrors } from '../../src/task/errors.ts';

/** The error that a conversion, or a part of one, ends with. @throws what else it ends with, or an error where it succeeds */
export async function errorOf(conversion: Promise<unknown>): Promise<ConversionError> {
  const error = await conversion.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConversionErrors && error.errors[0]) return error.errors[0];
  if (error instanceof ConversionError) return error;
  throw error ?? new Error('the conversion succeeded');
}
