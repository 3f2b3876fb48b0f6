import { fromJson } from '../database/columns.ts';
import type { InputRow } from '../database/tables.ts';

/** Whether an input is in a storage of the client. */
export const isCloudInput = ({ type }: Pick<InputRow, 'type'>): boolean => type === 'cloud' || type === 'gdrive_picker';

/** Returns the storage of an input, and its place in that storage. */
export function storageOfInput({ type, source, parameters }: Pick<InputRow, 'type' | 'source' | 'parameters'>) {
  const given = fromJson(parameters);
  return type === 'gdrive_picker'
    ? { source: 'gdrive', parameters: { ...given, file: source } }
    : { source, parameters: given };
}
