import { readFile, writeFile } from 'node:fs/promises';
import { type PDF, PdfArray, PdfDict, PdfName, type PdfRef } from '@libpdf/core';
import type { AttachJob, AttachResult } from '../job.ts';
import { appended, notAppendable, openDocument } from './open.ts';

/** Attaches files as associated files of the document (ISO 32000-2, 14.13), after its bytes. */
export async function attach({ source, files, time }: AttachJob, output: string): Promise<AttachResult> {
  const opened = await openDocument(source, null);
  const { pdf } = opened;
  const date = new Date(time);
  for (const { path, name, relationship, type, description } of files) {
    if (pdf.hasAttachment(name)) return { taken: name };
    const before = pdf.getAttachments().size;
    const data = new Uint8Array(await readFile(path));
    pdf.addAttachment(name, data, { mimeType: type, description, createdAt: date, modifiedAt: date });
    // The library leaves out files whose description is not an object of its own.
    if (pdf.getAttachments().size !== before + 1) throw notAppendable();
    associate(pdf, name, relationship);
  }
  await writeFile(output, await appended(opened));
  return { taken: null };
}

function associate(pdf: PDF, name: string, relationship: string): void {
  const spec = pdf.context.catalog.getEmbeddedFilesTree()?.get(name);
  const ref = spec instanceof PdfDict ? pdf.context.registry.getRef(spec) : null;
  if (!(spec instanceof PdfDict) || ref === null) throw notAppendable();
  spec.set('AFRelationship', PdfName.of(relationship));
  const resolve = (each: PdfRef) => pdf.getObject(each);
  const associated = pdf.getCatalog().getArray('AF', resolve);
  if (associated === undefined) pdf.getCatalog().set('AF', new PdfArray([ref]));
  else associated.push(ref);
}
