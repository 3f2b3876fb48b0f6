import { FieldError } from '../../files/cloud/contract.ts';
import {
  INPUT_STORAGES,
  knownCredentials,
  openCloudFile,
  requireStorage,
  type StorageName,
} from '../../files/cloud/providers.ts';
import type { OptionValues } from '../../task/types.ts';
import type { ServiceContext } from '../context.ts';
import { toJson } from '../database/columns.ts';
import type { InputRow } from '../database/tables.ts';
import type { InputBody } from '../documents/schemas.ts';
import { refusedField } from '../errors.ts';
import { inputCredentials } from '../secrets/sealed-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { InputContent } from './linked-inputs.ts';
import { isCloudInput, storageOfInput } from './storage-of-input.ts';

/*
 * Inputs that are files in storages of the client. They are fetched when their task runs, like remote ones; this module checks what it can
 * without asking the storage.
 */

/** Returns the columns of an input of type `cloud` or `gdrive_picker`. Throws ServiceError 400. */
export function cloudContent(
  { secrets }: Pick<ServiceContext, 'secrets'>,
  body: InputBody & { readonly type: 'cloud' | 'gdrive_picker' },
  id: string,
): InputContent {
  const { type, source = '', parameters = {} } = body;
  const given: OptionValues = body.credentials && !Array.isArray(body.credentials) ? { ...body.credentials } : {};
  const storage = checked({ type, source, parameters: toJson(parameters) }, given);
  const credentials = inputCredentials.seal(secrets, id, knownCredentials(storage, given));
  return { type, source, status: 'ready', location: null, credentials };
}

/** Throws ServiceError 400 for parameters that the storage of an input cannot use. Other inputs may have any parameters. */
export function checkParameters(row: InputRow, parameters: OptionValues, secrets: Secrets): void {
  if (!isCloudInput(row) || row.credentials === null) return;
  checked({ ...row, parameters: toJson(parameters) }, inputCredentials.open(secrets, row.id, row.credentials));
}

/** Checks an input. Throws ServiceError 400 that names the field. @returns the storage */
function checked(input: Pick<InputRow, 'type' | 'source' | 'parameters'>, credentials: OptionValues): StorageName {
  const { source, parameters } = storageOfInput(input);
  try {
    const storage = input.type === 'gdrive_picker' ? 'gdrive' : requireStorage(source, 'source', INPUT_STORAGES);
    openCloudFile(storage, parameters, credentials);
    return storage;
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    // The file of a picker is in `source`.
    const field = input.type === 'gdrive_picker' && error.field === 'parameters.file' ? 'source' : error.field;
    throw refusedField(field, error.problem, `An input of type ${input.type} cannot be made so`);
  }
}
