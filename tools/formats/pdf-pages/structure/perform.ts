import type { PdfObjects } from '../objects/objects.ts';
import { countAsides } from './count-asides.ts';
import { addOutlines, dropLostBookmarks, portableOutline } from './keep-bookmarks.ts';
import { dropLostTags } from './keep-tags.ts';
import { resolveLayerExpressions } from './layer-expressions.ts';
import { addLayers, markLayers } from './layers.ts';
import { applyPatch } from './patch-view.ts';
import type { StructureResult, StructureTask } from './task.ts';
import { untag } from './untag.ts';

/** Works on the objects of a document. Throws ConversionError: `option_invalid` for a patch, `input_bomb`, `input_damaged`. */
export function performTask(task: StructureTask, objects: PdfObjects): StructureResult {
  const found = perform(task, objects);
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
    case 'countAsides':
      return { asides: countAsides(objects) };
    case 'markLayers':
      return { layers: markLayers(objects, task.first) };
    case 'addLayers':
      addLayers(objects, task.layers);
      return {};
    case 'resolveLayerExpressions':
      resolveLayerExpressions(objects);
      return {};
    case 'join':
      addLayers(objects, task.layers);
      addOutlines(task.outlines, objects);
      untag(objects, task.ownPages);
      return {};
    case 'patch':
      return { patch: applyPatch(task.operations, objects) };
  }
}
