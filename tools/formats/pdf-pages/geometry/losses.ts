import type { WarningCode } from '../../../../src/task/codes.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import type { Loss } from './change.ts';

const TEXTS: Readonly<Record<Loss, { readonly code: WarningCode; readonly text: string }>> = {
  tags: {
    code: 'metadata_lost',
    text: 'The tags that tell screen readers the structure of the text were dropped: they do not fit the new pages.',
  },
  tagsOfParts: {
    code: 'metadata_lost',
    text: 'The tags that tell screen readers the structure of the text name only the first part of each page.',
  },
  pageLabels: {
    code: 'metadata_lost',
    text: 'The page labels (such as i, ii, A-1) were dropped: they count pages that are no longer there.',
  },
  annotations: {
    code: 'output_limited',
    text: 'Form fields and comments became part of their pages: they look the same, but cannot be filled in or opened.',
  },
  undrawn: {
    code: 'output_limited',
    text: 'Comments whose look the PDF does not have, but leaves to the program that shows it, are still comments.',
  },
  noSuchBox: {
    code: 'output_limited',
    text: 'Pages that do not have the box that was asked for show what they showed.',
  },
  fieldValues: {
    code: 'output_limited',
    text: 'Form fields with signs that are not Latin-1 are shown as they were last drawn, which may be another value or none.',
  },
  fieldText: {
    code: 'output_limited',
    text: 'Form fields were scaled with their pages; text that is typed into them from now on keeps its old size.',
  },
  cutFields: {
    code: 'output_limited',
    text: 'Form fields that lie across a cut are on one part only: on that of their middle.',
  },
};

/** Warns about each loss of a change. */
export function warnOfLosses(losses: ReadonlySet<Loss>, context: WorkContext): void {
  for (const loss of losses) context.warn(TEXTS[loss].code, TEXTS[loss].text);
}
