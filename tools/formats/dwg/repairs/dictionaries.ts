import {
  AcdbPlaceHolder,
  CadDictionary,
  CadDictionaryWithDefault,
  type CadDocument,
  type CadObject,
  Entity,
  Field,
  FieldList,
  NonGraphicalObject,
} from '@node-projects/acad-ts';
import { typeOf } from '../entities.ts';
import { giveHandle } from '../handles.ts';
import { dictionariesOf, placedObjects } from '../objects.ts';
import { countRepair, type Repairs } from './count.ts';

/**
 * Gives dictionary entries a missing handle or owner. Removes entities, which cannot be in a dictionary: programs have written their own
 * objects under a class that claims to be an entity.
 */
export function repairDictionaries(document: CadDocument, repairs: Repairs): void {
  for (const object of placedObjects(document)) dropWrongDictionary(object, document, repairs);
  for (const dictionary of dictionariesOf(document)) {
    if (dictionary instanceof CadDictionaryWithDefault) giveDefault(dictionary);
    for (const name of dictionary.entryNames) {
      const entry = dictionary.get(name);
      if (entry === undefined) continue;
      if (entry instanceof Entity) {
        dictionary.remove(name);
        countRepair(repairs, `${typeOf(entry)} among the objects without a picture, left out`);
        continue;
      }
      entry.owner ??= dictionary;
      dropWrongDictionary(entry, document, repairs);
      if (entry.handle === 0) {
        giveHandle(entry, document);
        countRepair(repairs, 'object without a handle');
      }
      if (entry instanceof FieldList) for (const field of entry.fields) ownFields(field);
      if (entry instanceof Field) ownFields(entry);
    }
  }
}

/** In damaged files the reference leads to some other object. acad-ts cannot remove a dictionary, so an empty one replaces it. */
function dropWrongDictionary(object: CadObject, document: CadDocument, repairs: Repairs): void {
  if (object.xDictionary === null || object.xDictionary instanceof CadDictionary) return;
  const empty = new CadDictionary();
  giveHandle(empty, document);
  object.xDictionary = empty;
  countRepair(repairs, 'dictionary that is another object, left out');
}

/** In R14 the default plot style has no name and so is not in the dictionary, and only its entries are written. */
function giveDefault(dictionary: CadDictionaryWithDefault): void {
  const { defaultEntry } = dictionary;
  const entries: readonly CadObject[] = [...dictionary];
  if (defaultEntry !== null && entries.includes(defaultEntry)) return;
  const found = defaultEntry instanceof NonGraphicalObject ? defaultEntry : new AcdbPlaceHolder();
  if (!dictionary.containsKey(NORMAL)) dictionary.addByKey(NORMAL, found);
  dictionary.defaultEntry = dictionary.get(NORMAL) ?? null;
}

/** Name of the default plot style. */
const NORMAL = 'Normal';

/** Fields of fields are owned by them; they are in no dictionary, only in the list of all fields. */
function ownFields(field: Field): void {
  for (const child of field.children) {
    if (child.owner !== null) continue;
    child.owner = field;
    ownFields(child);
  }
}
