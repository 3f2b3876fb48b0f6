import { ConversionError } from '../../task/errors.ts';
import type { CloudInput } from '../../task/types.ts';
import type { FetchedFile } from '../fetch/fetch.ts';
import { type CloudFetchOptions, FieldError } from './contract.ts';
import { CloudError, inputError } from './errors.ts';
import { openCloudFile, requireStorage, STORAGE_NAMES } from './providers.ts';

/**
 * Downloads an input from a client's storage.
 * @param path file to create
 * @throws ConversionError `task_invalid` for invalid parameters and credentials, and the `input_…` codes of fetching
 */
export async function fetchCloudInput(
  { source, parameters, credentials }: CloudInput,
  path: string,
  options: CloudFetchOptions,
): Promise<FetchedFile> {
  try {
    return await openCloudFile(requireStorage(source, 'source', STORAGE_NAMES), parameters, credentials).fetch(
      path,
      options,
    );
  } catch (error) {
    if (error instanceof CloudError) throw inputError(error);
    if (!(error instanceof FieldError)) throw error;
    const message = `The input of type cloud cannot be fetched: ${error.message}.`;
    throw new ConversionError('task_invalid', message, { source: 'input', details: { field: error.field } });
  }
}
