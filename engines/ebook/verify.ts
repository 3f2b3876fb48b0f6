import { stat } from 'node:fs/promises';
import { identify } from '../../src/files/identify.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { verify as verifyDocument } from '../document/steps/verify.ts';
import { TARGETS, type Target } from './targets.ts';

/**
 * What calibre made must be there, have content, and be of the target's kind.
 * @throws ConversionError `conversion_failed` saying which of these it is not
 */
export async function verify(path: string, target: Target): Promise<void> {
  if (target === 'txt') return verifyDocument(path, target);
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) throw failed(target, 'was not written');
  if (info.size === 0) throw failed(target, 'is empty');
  const found = await identify(path);
  if (found?.name !== TARGETS[target].identifiedAs) {
    throw failed(target, `is not a ${target} file, but ${found?.name ?? 'of an unknown kind'}`);
  }
}

function failed(target: Target, how: string): ConversionError {
  return new ConversionError('conversion_failed', `The ${target} result ${how}.`);
}
