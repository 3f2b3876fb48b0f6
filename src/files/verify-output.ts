import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ConversionError } from '../task/errors.ts';
import { identify } from './identify.ts';

/**
 * Programs may report success although they failed: their output must exist, have content, and be of the target's kind.
 * @param identifiedAs name that identify() gives such a file; null: it is UTF-8 text
 * @throws ConversionError `conversion_failed` saying which of these fails
 */
export async function verifyOutput(path: string, target: string, identifiedAs: string | null): Promise<void> {
  if (identifiedAs === null) {
    await requireContent(path, target, 'is empty: the input has no text');
    if (!(await isUtf8(path))) throw failed(target, 'is not valid UTF-8');
    return;
  }
  const found = await identify(path).catch(async (error: unknown) => {
    await requireContent(path, target, 'is empty');
    throw error;
  });
  if (found?.name === identifiedAs) return;
  await requireContent(path, target, 'is empty');
  throw failed(target, `is not a ${identifiedAs} file, but ${found?.name ?? 'of an unknown kind'}`);
}

async function requireContent(path: string, target: string, otherwise: string): Promise<void> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) throw failed(target, 'was not written');
  if (info.size === 0) throw failed(target, otherwise);
}

function failed(target: string, how: string): ConversionError {
  return new ConversionError('conversion_failed', `The ${target} result ${how}.`);
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
