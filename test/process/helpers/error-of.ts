import { ConversionError } from '../../../src/task/errors.ts';

/** What a promise is rejected with. @throws where it is something else, or resolves */
export async function errorOf(promise: Promise<unknown>): Promise<ConversionError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConversionError) return error;
  throw new Error(`expected a ConversionError, got ${String(error)}`);
}
