import type { OptionValues } from '../../task/types.ts';
import { fromJson, type Json, type Sealed, toJson } from '../database/columns.ts';
import type { ConversionRow } from '../database/tables.ts';
import type { Secrets } from './secrets.ts';

/** A column whose values are sealed, each for its row: a value that is copied to another row cannot be opened there. */
interface SealedColumn<Value> {
  seal(secrets: Secrets, rowId: string, value: Value): Sealed<Value>;
  /** Throws Error if it was not sealed for this row. */
  open(secrets: Secrets, rowId: string, sealed: Sealed<Value>): Value;
}

/** @param purpose used with the row's id: never changed, as stored values could then not be opened */
function sealedText(purpose: string): SealedColumn<string> {
  return {
    seal: (secrets, rowId, text) => secrets.seal(text, `${purpose} ${rowId}`) as Sealed<string>,
    open: (secrets, rowId, sealed) => secrets.open(sealed, `${purpose} ${rowId}`),
  };
}

function sealedJson<Value>(purpose: string): SealedColumn<Value> {
  return {
    seal: (secrets, rowId, value) => secrets.seal(toJson(value), `${purpose} ${rowId}`) as Sealed<Value>,
    open: (secrets, rowId, sealed) => fromJson(secrets.open(sealed, `${purpose} ${rowId}`) as Json<Value>),
  };
}

/** Options of a conversion, which may include passwords. */
export const conversionOptions = sealedJson<OptionValues>('conversion');
/** `decrypt_password` of an input. */
export const inputPassword = sealedText('input');
/** `decrypt_password` of a file that is still arriving. */
export const uploadPassword = sealedText('upload');
/** Credentials of the storage of an input. */
export const inputCredentials = sealedJson<OptionValues>('input storage');
/** Credentials of the storage that outputs are delivered to. */
export const targetCredentials = sealedJson<OptionValues>('output storage');
/** Download passwords of a job, or of an output. */
export const downloadPasswords = sealedJson<readonly string[]>('download');
/** The provider's data about the logged-in user of a session. */
export const idToken = sealedText('id token');
/** Digest of a request with an Idempotency-Key. */
export const requestDigest = sealedText('idempotency');

export interface OpenConversion {
  readonly id: string;
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
}

/** Returns a conversion with its options unsealed. */
export function openConversion({ id, category, target, options }: ConversionRow, secrets: Secrets): OpenConversion {
  return { id, category, target, options: conversionOptions.open(secrets, id, options) };
}
