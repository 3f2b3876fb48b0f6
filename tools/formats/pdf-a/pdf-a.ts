import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { type Part, type PdfALevel, partOf } from '../pdf-standards/standards.ts';

/** Profile from Ghostscript's separate data package. */
const PROFILE = '/usr/share/color/icc/ghostscript/srgb.icc';

/** Folder of the modules of the scripts. */
const MODULES = new URL('./', import.meta.url);

const script = (name: string): URL => new URL(`./${name}.py`, import.meta.url);

/** What Ghostscript replaces in the information of a document, by its name there. */
export type Rewritten = '/Producer' | '/ModDate';

/**
 * Returns Ghostscript's output with the bookmarks of its source, in part 3 its attachments, and the named information; `restored` names
 * bookmarks and attachments.
 */
export async function restoreForPdfA(
  source: PdfFile,
  written: PdfFile,
  { part, information }: { readonly part: Part; readonly information: readonly Rewritten[] },
  job: PdfWork,
): Promise<{ readonly file: PdfFile; readonly restored: readonly string[] }> {
  const path = join(await job.newFolder(), 'document.pdf');
  const settings = JSON.stringify({ attachments: part === 3, information });
  const made = await runPikepdfScript(script('restore'), [settings, source.path, written.path, path], job);
  const { restored } = made as { readonly restored: readonly string[] };
  return { file: { ...written, path }, restored };
}

/** A PDF/A, and the parts of the PDF that it cannot contain. */
export interface Repaired {
  readonly file: PdfFile;
  /** `attachments`, `actions and scripts`. */
  readonly dropped: readonly string[];
}

/**
 * Adds what Ghostscript leaves out of PDF/A: output intent, XMP equal to the document information, flags of annotations; removes what is
 * forbidden. Colours must be RGB or grey. Throws as runPikepdfScript, and `program_missing` without the profile.
 */
export async function repairToPdfA(file: PdfFile, level: PdfALevel, version: string, job: PdfWork): Promise<Repaired> {
  await access(PROFILE).catch(() => {
    const message = "Ghostscript's colour profiles are not installed. Install the package ghostscript.";
    throw new ConversionError('program_missing', message, { details: { program: 'gs', package: 'ghostscript' } });
  });
  const path = join(await job.newFolder(), 'document.pdf');
  const settings = JSON.stringify({
    part: partOf(level),
    level: level.charAt(1).toUpperCase(),
    version,
    profile: PROFILE,
  });
  const made = await runPikepdfScript(script('repair'), [settings, file.path, path], job, { modules: MODULES });
  const { dropped } = made as { readonly dropped: readonly string[] };
  return { file: { ...file, path }, dropped };
}
