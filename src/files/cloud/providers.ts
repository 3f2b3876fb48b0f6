import { amazonS3 } from './amazon-s3.ts';
import { azureBlob } from './azure-blob.ts';
import { type CloudFile, type CloudProvider, FieldError } from './contract.ts';
import { readFields } from './fields.ts';
import { ftpServer } from './ftp.ts';
import { googleDrive } from './google-drive.ts';
import { googleStorage } from './google-storage.ts';

/** The storages by the names that clients use. */
export const STORAGES = {
  amazons3: amazonS3,
  azure: azureBlob,
  ftp: ftpServer,
  gdrive: googleDrive,
  googlecloud: googleStorage,
} as const satisfies Record<string, CloudProvider>;

export type StorageName = keyof typeof STORAGES;

export const STORAGE_NAMES = Object.keys(STORAGES) as readonly StorageName[];

/** Storages that inputs of type `cloud` can be in. Files of Google Drive are a type of their own, because they need its picker. */
export const INPUT_STORAGES = ['amazons3', 'azure', 'ftp', 'googlecloud'] as const satisfies readonly StorageName[];

/** Storages that outputs can be delivered to. */
export const DELIVERY_STORAGES = ['amazons3', 'azure', 'ftp', 'googlecloud'] as const satisfies readonly StorageName[];

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the file that a client means. Sends no request, so this also validates what a client sends.
 * @param parameters and `credentials` as they were received; names that the storage does not know are ignored
 * @throws FieldError
 */
export function openCloudFile(storage: StorageName, parameters: Values, credentials: Values): CloudFile {
  const provider: CloudProvider = STORAGES[storage];
  return provider.open(
    readFields('parameters', provider.parameters, parameters),
    readFields('credentials', provider.credentials, credentials),
  );
}

/** Returns the storage with this name. Throws FieldError if it is not supported. */
export function requireStorage(name: string, field: string, offered: readonly StorageName[]): StorageName {
  const found = offered.find((each) => each === name);
  if (found === undefined) throw new FieldError(field, `must be one of ${offered.join(', ')}`);
  return found;
}

/** Returns the credentials that the storage knows, unchanged. Everything else that a client sends is dropped. */
export function knownCredentials(storage: StorageName, credentials: Values): Record<string, unknown> {
  const names = Object.keys(STORAGES[storage].credentials);
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(credentials, name) ? [[name, credentials[name]]] : [])),
  );
}
