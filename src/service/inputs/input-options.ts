import { FILE_INPUT, inputEngines, isFileEngine } from '../../catalog/input-catalog.ts';
import { validateInputOptions } from '../../catalog/validate-input.ts';
import type { OptionValues } from '../../task/types.ts';
import { checkPosition } from '../documents/input-position.ts';
import { ServiceError } from '../errors.ts';
import { wrongSource } from './linked-inputs.ts';

/** How an input is to be read, as the client asks for it. */
export interface InputReading {
  readonly engine: string;
  readonly type: string;
  readonly options: OptionValues;
}

/** Limit for the options of one input as JSON, as each of its tasks carries them. */
const MAX_OPTIONS_BYTES = 16 * 1024;

/**
 * Checks that an input can be read this way. Unknown options are no error: the task that opens the input warns.
 * @throws ServiceError 400 for options that are too large, an engine that is not here, or not for this type; ConversionErrors for wrong
 *   options, which it names
 */
export function checkReading({ engine, type, options }: InputReading): void {
  if (Buffer.byteLength(JSON.stringify(options)) > MAX_OPTIONS_BYTES) {
    throw new ServiceError('invalid_request', `The options of an input may have ${MAX_OPTIONS_BYTES} bytes as JSON.`, {
      errors: { options: `must have at most ${MAX_OPTIONS_BYTES} bytes` },
    });
  }
  checkPosition(options);
  if (isFileEngine(engine)) {
    validateInputOptions(FILE_INPUT, options);
    return;
  }
  const found = inputEngines().get(engine);
  if (found === undefined) {
    const known = ['auto', 'file', ...inputEngines().keys()].join(', ');
    const message = `Inputs cannot be read by the engine ${engine} here; leave engine out, or give one of ${known}.`;
    throw new ServiceError('not_supported', message, { errors: { engine: `must be one of ${known}` } });
  }
  if (found.source === 'address' && type !== 'remote') {
    throw wrongSource(`The engine ${engine} opens addresses: the input must be of type remote.`);
  }
  validateInputOptions(found, options);
}
