import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isArray, isDict, isRef, type Ref, type Value } from '../objects/values.ts';

/**
 * Layer settings of a document (ISO 32000-2, 8.11.4): its default configuration, with layer numbers in place of references, so that it can
 * be put into another document that has copies of the layers.
 */
export interface LayerSettings {
  /** Numbers of all layers. */
  readonly layers: readonly number[];
  readonly config: Dict;
}

/** Key of a layer's dictionary for its number, while pages are on their way from one document into another. */
const MARK = '/ConvertdLayer';

/** Prefix of a layer number in a configuration. No PDF name begins like this in qpdf's JSON. */
const LAYER = 'layer:';

/**
 * Numbers the layers of a document from `first`, in marks that qpdf copies along with pages.
 * @returns null if it has no layers
 */
export function markLayers(objects: PdfObjects, first: number): LayerSettings | null {
  const properties = objects.dict(objects.catalog['/OCProperties']);
  if (properties === null) return null;
  const refs = [...new Set(objects.items(properties['/OCGs']).filter(isRef))].filter((ref) => objects.dict(ref));
  if (refs.length === 0) return null;
  const numbers = new Map(refs.map((ref, index) => [ref, first + index]));
  const layerOf = (ref: Ref): Value => (numbers.has(ref) ? layerName(numbers.get(ref) ?? 0) : null);
  const config = asDict(inOnePiece(objects, properties['/D'], layerOf));
  for (const [ref, number] of numbers) objects.set(ref, { ...objects.entries(ref), [MARK]: number });
  return { layers: [...numbers.values()], config: explicit(config, refs.map(layerOf)) };
}

/** Adds the settings of the marked layers to the document that received them, besides those of its own layers, and removes the marks. */
export function addLayers(objects: PdfObjects, settings: readonly LayerSettings[]): void {
  const wanted = new Set(settings.flatMap(({ layers }) => layers));
  const marked = new Map<number, Ref>();
  for (const [ref, value] of objects.values()) {
    const mark = isDict(value) ? value[MARK] : undefined;
    if (!isDict(value) || typeof mark !== 'number' || !wanted.has(mark)) continue;
    marked.set(mark, ref);
    const { [MARK]: _mark, ...layer } = value;
    objects.set(ref, layer);
  }
  const added = settings.map(({ config, layers }) => ({
    config: asDict(withReferences(config, marked)),
    refs: layers.flatMap((number) => marked.get(number) ?? []),
  }));
  if (added.every(({ refs }) => refs.length === 0)) return;
  const own = objects.entries(objects.catalog['/OCProperties']);
  const ownRefs = objects.items(own['/OCGs']);
  const ownConfig = asDict(inOnePiece(objects, own['/D'], (ref) => ref));
  const configs = [explicit(ownConfig, ownRefs), ...added.map(({ config }) => config)];
  objects.changeCatalog({
    '/OCProperties': {
      ...own,
      '/OCGs': [...ownRefs, ...added.flatMap(({ refs }) => refs)],
      '/D': configs.reduce(joined),
    },
  });
}

/** Lists of a configuration that are joined if several documents become one. */
const LISTS = ['/OFF', '/Order', '/RBGroups', '/Locked', '/AS'] as const;

/** Joins configurations of different layers; any entry that is not a list comes from the first one that has it. */
function joined(one: Dict, other: Dict): Dict {
  const lists = LISTS.map((key) => [key, [...list(one[key]), ...list(other[key])]] as const);
  const used = lists.filter(([, items]) => items.length > 0);
  return { ...other, ...one, ...Object.fromEntries(used) };
}

const list = (value: Value | undefined): readonly Value[] => (isArray(value) ? value : []);

/** Returns the configuration for a base state of ON: it names the hidden layers, whatever else is in the document. */
function explicit(config: Dict, layers: readonly Value[]): Dict {
  const { '/BaseState': base, '/ON': on, ...rest } = config;
  if (base !== '/OFF') return rest;
  const shown = new Set(list(on));
  return { ...rest, '/OFF': layers.filter((layer) => !shown.has(layer)) };
}

/** Deeper and larger than any outline of layers: references let a small file repeat the same parts without end. */
const DEEPEST = 50;
const MOST_PARTS = 200_000;

/** Replaces references by their targets, except for those of layers. */
function inOnePiece(objects: PdfObjects, whole: Value | undefined, layer: (ref: Ref) => Value): Value {
  let parts = 0;
  const visit = (value: Value, depth: number): Value => {
    parts += 1;
    if (depth > DEEPEST || parts > MOST_PARTS) return null;
    if (isRef(value) && objects.dict(value)?.['/Type'] === '/OCG') return layer(value);
    const found = objects.resolve(value);
    if (isArray(found)) return found.map((part) => visit(part, depth + 1));
    if (!isDict(found)) return found;
    return Object.fromEntries(Object.entries(found).map(([key, part]) => [key, visit(part, depth + 1)]));
  };
  return visit(whole ?? null, 0);
}

/** Replaces layer numbers by references; layers that do not exist are dropped from lists. */
function withReferences(value: Value, marked: ReadonlyMap<number, Ref>): Value {
  const number = layerNumber(value);
  if (number !== null) return marked.get(number) ?? null;
  const inner = (part: Value): Value => withReferences(part, marked);
  if (isArray(value)) return value.map(inner).filter((part, index) => part !== null || value[index] === null);
  return isDict(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(part)])) : value;
}

const layerName = (number: number): string => `${LAYER}${number}`;

function layerNumber(value: Value): number | null {
  return typeof value === 'string' && value.startsWith(LAYER) ? Number(value.slice(LAYER.length)) : null;
}

const asDict = (value: Value): Dict => (isDict(value) ? value : {});
