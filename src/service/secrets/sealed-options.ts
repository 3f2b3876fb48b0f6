import { isRecord } from '../../catalog/coerce.ts';
import type { OptionValues } from '../../task/types.ts';
import { fromJson, type Json, toJson } from '../database/columns.ts';
import { secretOptions } from './secret-options.ts';
import type { Secrets } from './secrets.ts';

/** In place of a secret value: what it is sealed to. */
const SEALED = '$sealed';

/**
 * Options of an input: those that are secrets (cookies, headers) are sealed each, for their input, and the others stand as they are, so
 * that rows of older versions are read too.
 */
export const inputOptions = {
  seal(secrets: Secrets, inputId: string, options: OptionValues): Json<OptionValues> {
    const secret = new Set(secretOptions(null, options));
    const entries = Object.entries(options).map(([name, value]) =>
      secret.has(name) ? [name, { [SEALED]: secrets.seal(JSON.stringify(value), purpose(inputId)) }] : [name, value],
    );
    return toJson(Object.fromEntries(entries));
  },
  /** Throws Error where they were not sealed for this input. */
  open(secrets: Secrets, inputId: string, stored: Json<OptionValues>): OptionValues {
    const options = fromJson(stored);
    const secret = new Set(secretOptions(null, options));
    const entries = Object.entries(options).map(([name, value]) => {
      const sealed = isRecord(value) && secret.has(name) ? value[SEALED] : undefined;
      return typeof sealed === 'string' ? [name, JSON.parse(secrets.open(sealed, purpose(inputId)))] : [name, value];
    });
    return Object.fromEntries(entries);
  },
};

/** Never changed, or what is stored does not open. */
const purpose = (inputId: string): string => `input options ${inputId}`;
