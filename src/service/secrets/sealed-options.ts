import { isRecord } from '../../catalog/coerce.ts';
import type { OptionValues } from '../../task/types.ts';
import { fromJson, type Json, toJson } from '../database/columns.ts';
import { secretOptions } from './secret-options.ts';
import type { Secrets } from './secrets.ts';

/** Name of the field that holds a sealed value in place of a secret. */
const SEALED = '$sealed';

/**
 * Options of an input. Secrets among them (cookies, headers) are sealed one by one for their input. The others are stored as they are, so
 * rows of older versions can be read, too.
 */
export const inputOptions = {
  seal(secrets: Secrets, inputId: string, options: OptionValues): Json<OptionValues> {
    const secret = new Set(secretOptions(null, options));
    const entries = Object.entries(options).map(([name, value]) =>
      secret.has(name) ? [name, { [SEALED]: secrets.seal(JSON.stringify(value), purpose(inputId)) }] : [name, value],
    );
    return toJson(Object.fromEntries(entries));
  },
  /** Throws Error if they were not sealed for this input. */
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

/** Never changed, as stored values could then not be opened. */
const purpose = (inputId: string): string => `input options ${inputId}`;
