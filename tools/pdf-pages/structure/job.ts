import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addOutlines, dropLostBookmarks, type JoinedOutline, portableOutline } from './keep-bookmarks.ts';
import { dropLostTags } from './keep-tags.ts';
import type { Bookmark } from './outline.ts';
import { applyPatch, type PatchResult } from './patch-view.ts';
import { PdfObjects } from './pdf-json.ts';
import { untag } from './untag.ts';

/** What is done to the objects of a document, which lie as JSON in the job's folder under the name DOCUMENT. */
export type StructureTask =
  | { readonly action: 'dropLost' }
  | { readonly action: 'outline' }
  | { readonly action: 'join'; readonly ownPages: number; readonly outlines: readonly JoinedOutline[] }
  | { readonly action: 'patch'; readonly operations: readonly unknown[] };

export interface StructureResult {
  /** UPDATES was written. */
  readonly changed: boolean;
  readonly outline?: readonly Bookmark[];
  readonly patch?: PatchResult;
}

/** Names in the job's folder: what `qpdf --json` wrote, and what `qpdf --update-from-json` is to read. */
export const DOCUMENT = 'document.json';
export const UPDATES = 'updates.json';

/** Throws ConversionError: `option_invalid` for a patch, `input_bomb`, `input_damaged`. */
export async function runStructureTask(task: StructureTask, folder: string): Promise<StructureResult> {
  const objects = PdfObjects.parse(await readFile(join(folder, DOCUMENT), 'utf8'));
  const found = perform(task, objects);
  if (objects.isChanged) await writeFile(join(folder, UPDATES), objects.updates());
  return { ...found, changed: objects.isChanged };
}

function perform(task: StructureTask, objects: PdfObjects): Omit<StructureResult, 'changed'> {
  switch (task.action) {
    case 'dropLost':
      dropLostBookmarks(objects);
      dropLostTags(objects);
      return {};
    case 'outline':
      return { outline: portableOutline(objects) };
    case 'join':
      addOutlines(task.outlines, objects);
      untag(objects, task.ownPages);
      return {};
    case 'patch':
      return { patch: applyPatch(task.operations, objects) };
  }
}
