import { ConversionError } from '../../../../src/task/errors.ts';
import { workOnObjects } from '../../../../tools/formats/pdf-pages/work-on-objects.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';

const MOST_OPERATIONS = 1000;

/**
 * `{"operations": […]}`: JSON Patch (RFC 6902) on the properties of the document and its pages (structure/view.ts):
 *
 *     { "info": { "title", "author", "subject", "keywords", "creator", "producer", "creationDate", "modificationDate" },
 *       "properties": { … }, "lang", "pageMode", "pageLayout",
 *       "pageLabels": [ { "page", "style", "prefix", "start" } ],
 *       "outline": [ { "id", "title", "page", "open", "children": […] } ] }
 *
 * `properties` are further entries of the information, under names of the writer's choice, and `Trapped`. Every member exists; it is null or an empty list if the document lacks it. Removing a member, or setting it to null, takes it
 * out of the document. Any other path is refused as `option_invalid`, which names it.
 */
export const patch: Operation = {
  name: 'patch',
  options: ['patch'],
  asked: ({ patch: value }) => value !== undefined && Object.keys(value).length > 0,
  async run(files, job) {
    const operations = operationsOf(job.options);
    const result: PdfFile[] = [];
    for (const file of files) result.push(await patchFile(file, operations, job));
    return result;
  },
};

async function patchFile(file: PdfFile, operations: readonly unknown[], job: PdfJob): Promise<PdfFile> {
  const { pdf, patch: done } = await workOnObjects(file, { action: 'patch', operations }, job);
  if (done?.xmpReplaced === true) {
    const message = 'The XMP metadata of the PDF was rewritten from /info; what else it said is not in the result.';
    job.context.warn('metadata_lost', message, { option: 'patch' });
  }
  return pdf;
}

/** Returns the operations of the patch. Throws ConversionError `option_invalid`. */
export function operationsOf({ patch: value }: PdfOptions): readonly unknown[] {
  const { operations, ...others } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw invalid(`/${unknown.slice(0, 100)}`, 'is not known; possible is operations, a list of JSON Patch operations');
  }
  if (!Array.isArray(operations)) throw invalid('/operations', 'must be a list of JSON Patch operations (RFC 6902)');
  if (operations.length > MOST_OPERATIONS) throw invalid('/operations', `can have ${MOST_OPERATIONS} items at most`);
  return operations;
}

function invalid(path: string, problem: string): ConversionError {
  return new ConversionError('option_invalid', `Option patch: ${path} ${problem}.`, {
    details: { option: 'patch', path },
  });
}
