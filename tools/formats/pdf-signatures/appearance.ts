import { join } from 'node:path';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';
import type { PdfWork } from '../../programs/qpdf/pdf-work.ts';

/** Draws texts in every script. */
const MODULES = new URL('../pdf-forms/', import.meta.url);
const SCRIPT = new URL('draw_lines.py', MODULES);

interface Shown {
  readonly signer: string;
  /** ms since 1970. */
  readonly time: number;
  readonly reason: string | null;
  readonly location: string | null;
}

/** Draws what is seen of a signature, on a page of this size (points). Returns the path of the PDF. Throws as runPikepdfScript. */
export async function drawSignature(
  { signer, time, reason, location }: Shown,
  size: { readonly width: number; readonly height: number },
  work: PdfWork,
): Promise<string> {
  const path = join(await work.newFolder(), 'appearance.pdf');
  const date = `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [signer, date, ...[reason, location].filter((each) => each !== null)];
  const stdin = JSON.stringify({ ...size, text: lines.join('\n') });
  await runPikepdfScript(SCRIPT, [path], work, { modules: MODULES, stdin });
  return path;
}
