import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { engine } from '../../engines/document/engine.ts';
import type { PdfOptions } from '../../engines/document/operations/operation.ts';
import { identify } from '../../src/files/identify.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { engineTask } from '../../test/support/engine-context.ts';

/** Returns a context like the runner's: every program is sandboxed to the work folder. */
export function contextFor(workFolder: string, inputs: readonly string[]): WorkContext {
  const { signal } = new AbortController();
  return engineTask({ workFolder, readable: inputs, signal }).context;
}

/** Returns the engine's complete work for PDFs without a password. */
export function operations(paths: readonly string[], options: Partial<PdfOptions>) {
  return async (workFolder: string): Promise<void> => {
    const inputs = await Promise.all(paths.map(inputOf));
    const asked = { allow_multiple_outputs: true, linearize: false, ...options };
    await engine.convert({ target: 'pdf', options: asked, inputs }, contextFor(workFolder, paths));
  };
}

async function inputOf(path: string): Promise<LocalInput> {
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  return { id: path, path, filename: basename(path), size, format, decryptPassword: null };
}
