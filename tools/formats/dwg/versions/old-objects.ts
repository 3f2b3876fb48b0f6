import {
  CadDictionary,
  type CadDocument,
  type CadObject,
  ExtendedData,
  ExtendedDataControlString,
  ExtendedDataCoordinate,
  ExtendedDataInteger16,
  ExtendedDataLayer,
  ExtendedDataReal,
  type ExtendedDataRecord,
  ExtendedDataString,
  Viewport,
} from '@node-projects/acad-ts';
import { placedObjects } from '../objects.ts';
import { xyz } from './simplify/common.ts';
import type { OldRelease } from './simplify/simplify.ts';
import { viewRecords } from './viewport-view.ts';

/** Non-graphical objects that a release supports, by DXF name. */
const R13_OBJECTS = new Set(['DICTIONARY', 'GROUP', 'MLINESTYLE']);
const R14_OBJECTS = new Set([
  ...R13_OBJECTS,
  'DICTIONARYVAR',
  'IDBUFFER',
  'IMAGEDEF',
  'IMAGEDEF_REACTOR',
  'LAYER_INDEX',
  'RASTERVARIABLES',
  'SORTENTSTABLE',
  'SPATIAL_FILTER',
  'SPATIAL_INDEX',
  'XRECORD',
]);

/** Entries that every drawing has, even if empty. */
const ALWAYS = new Set(['ACAD_GROUP', 'ACAD_MLINESTYLE']);

/** Removes what the release does not support from a dictionary and nested ones. Returns whether it is then empty. */
function prune(dictionary: CadDictionary, known: ReadonlySet<string>): boolean {
  for (const name of [...dictionary.entryNames]) {
    const entry = dictionary.get(name);
    const useless =
      entry instanceof CadDictionary
        ? prune(entry, known) && !ALWAYS.has(name.toUpperCase())
        : entry === undefined || !known.has(entry.objectName.toUpperCase());
    if (useless) dictionary.remove(name);
  }
  return dictionary.entryNames.length === 0;
}

/** Removes the dictionary of an object, unless it holds something that the release supports. */
function pruneOwn(object: CadObject, known: ReadonlySet<string>): void {
  const dictionary = object.xDictionary;
  // acad-ts does not accept null for it.
  if (dictionary !== null && prune(dictionary, known)) Reflect.set(object, '_xdictionary', null);
}

/** Removes the objects that R13 or R14 does not support, and the classes of such objects. */
export function dropNewObjects(document: CadDocument, release: OldRelease): void {
  const known = release === 'R14' ? R14_OBJECTS : R13_OBJECTS;
  if (document.rootDictionary !== null) prune(document.rootDictionary, known);
  for (const object of placedObjects(document)) pruneOwn(object, known);
  document.updateDxfClasses(true);
}

/** Gives each VIEWPORT its view in the form for releases before 2000. */
export function giveOldViews(document: CadDocument): void {
  for (const record of document.blockRecords ?? []) {
    for (const viewport of record.entities) {
      if (!(viewport instanceof Viewport)) continue;
      const open = () => new ExtendedDataControlString(false);
      const close = () => new ExtendedDataControlString(true);
      const view = viewRecords(viewport).map((each): ExtendedDataRecord => {
        if (each[0] === 1010) return new ExtendedDataCoordinate(xyz(each[1]));
        return each[0] === 1070 ? new ExtendedDataInteger16(each[1]) : new ExtendedDataReal(each[1]);
      });
      const frozen = viewport.frozenLayers.map((layer) => new ExtendedDataLayer(layer.handle));
      const records = [new ExtendedDataString('MVIEW'), open(), ...view, open(), ...frozen, close(), close()];
      const { found, value } = viewport.extendedData.tryGetByName('ACAD');
      if (found && value !== null) value.records = records;
      else viewport.extendedData.addByName('ACAD', new ExtendedData(records));
    }
  }
}
