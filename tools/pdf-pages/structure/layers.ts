import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isArray, isDict, isRef, type Ref, type Value } from '../objects/values.ts';

/**
 * How a document shows its layers (ISO 32000-2, 8.11.4): its default configuration, with numbers of layers in the places of their
 * references, so that it can be put into another document that has copies of them.
 */
export interface LayerSettings {
  /** Numbers of all layers. */
  readonly layers: readonly number[];
  readonly config: Dict;
}

/** In the dictionary of a layer: its number, while pages are on their way from one document into another. */
const MARK = '/ConvertdLayer';

/** In a configuration: the layer of that number. No name of a PDF begins so in qpdf's JSON. */
const LAYER = 'layer:';

/**
 * Numbers the layers of a document from `first`, in marks that stay with them wherever qpdf copies pages to.
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

/**
 * Gives a document the settings of the marked layers that came into it, beside those of layers that it has itself, and takes
 * these marks off.
 */
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

/** Lists of a configuration, which are joined where several documents become one. */
const LISTS = ['/OFF', '/Order', '/RBGroups', '/Locked', '/AS'] as const;

/** Both configurations, of different layers; what is not a list is that of the first one which has it. */
function joined(one: Dict, other: Dict): Dict {
  const lists = LISTS.map((key) => [key, [...list(one[key]), ...list(other[key])]] as const);
  const used = lists.filter(([, items]) => items.length > 0);
  return { ...other, ...one, ...Object.fromEntries(used) };
}

const list = (value: Value | undefined): readonly Value[] => (isArray(value) ? value : []);

/** The configuration for a base state of ON: what is not shown is named, whatever else is in the document. */
function explicit(config: Dict, layers: readonly Value[]): Dict {
  const { '/BaseState': base, '/ON': on, ...rest } = config;
  if (base !== '/OFF') return rest;
  const shown = new Set(list(on));
  return { ...rest, '/OFF': layers.filter((layer) => !shown.has(layer)) };
}

/** Deeper, and more, than any outline of layers is: references can make a small file name the same parts without end. */
const DEEPEST = 50;
const MOST_PARTS = 200_000;

/** With what is referred to in place of the references, except for those of layers. */
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

/** With the references of layers in place of their numbers; lists are without layers that are not there. */
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
