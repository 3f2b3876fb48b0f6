import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { PdfFile, PdfOptions } from '../../engines/document/operations/operation.ts';
import { operate } from '../../engines/document/operations/operations.ts';
import { pdfInfo } from '../../engines/document/pdf/info.ts';
import type { EngineContext } from '../../src/runner/engine.ts';
import { engineTask } from '../../test/support/engine-context.ts';

/** A context as the runner makes it: every program is confined to the work folder. */
export function contextFor(workFolder: string, inputs: readonly string[]): EngineContext {
  const { signal } = new AbortController();
  return engineTask({ workFolder, readable: inputs, signal }).context;
}

/** What the engine does to PDFs that have no password: counts their pages, then the operations. */
export function operations(inputs: readonly string[], options: Partial<PdfOptions>) {
  return async (workFolder: string): Promise<void> => {
    const context = contextFor(workFolder, inputs);
    const files: PdfFile[] = [];
    for (const path of inputs) {
      const { pages } = await pdfInfo({ path, password: null }, context);
      files.push({ path, pages });
    }
    const newFolder = () => mkdtemp(join(workFolder, 'step-'));
    await operate(files, { allow_multiple_outputs: true, linearize: false, ...options }, { context, newFolder });
  };
}
