import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isArray, isDict, isRef, type Ref, rewrite, type Value } from '../objects/values.ts';

/** Deeper than any real expression. */
const DEEPEST = 50;

/**
 * Replaces visibility expressions (ISO 32000-2, 8.11.2.2) by their results under the default configuration of the layers, for Ghostscript,
 * which shows content that such an expression hides. They become a layer that is always or never shown (Ghostscript takes an empty list of
 * layers for hidden).
 */
export function resolveLayerExpressions(objects: PdfObjects): void {
  const isShown = defaultStates(objects);
  const added = new Map<boolean, Ref>();
  const layerFor = (shown: boolean): Ref => {
    const layer = added.get(shown) ?? addLayer(objects, shown);
    added.set(shown, layer);
    return layer;
  };
  const resolved = (part: Value): Value | undefined => {
    if (!isDict(part) || part['/Type'] !== '/OCMD' || part['/VE'] === undefined) return undefined;
    return { '/Type': '/OCMD', '/OCGs': [layerFor(outcomeOf(part['/VE'], objects, isShown, 0))] };
  };
  for (const [ref, value] of [...objects.values()]) {
    const changed = rewrite(value, resolved);
    if (changed !== value) objects.set(ref, changed);
  }
}

/** Whether a layer is shown by the default configuration. */
function defaultStates(objects: PdfObjects): (layer: Ref) => boolean {
  const config = objects.entries(objects.entries(objects.catalog['/OCProperties'])['/D']);
  const [on, off] = [new Set(objects.items(config['/ON'])), new Set(objects.items(config['/OFF']))];
  return config['/BaseState'] === '/OFF' ? (layer) => on.has(layer) : (layer) => !off.has(layer);
}

/** A value that is not an expression hides nothing, as in viewers. */
function outcomeOf(expression: Value, objects: PdfObjects, isShown: (layer: Ref) => boolean, depth: number): boolean {
  if (isRef(expression) && objects.dict(expression) !== null) return isShown(expression);
  const parts = objects.resolve(expression);
  if (!isArray(parts) || depth > DEEPEST) return true;
  const [operator, ...operands] = parts;
  const values = operands.map((operand) => outcomeOf(operand, objects, isShown, depth + 1));
  if (operator === '/Not') return values[0] !== true;
  return operator === '/Or' ? values.some(Boolean) : values.every(Boolean);
}

function addLayer(objects: PdfObjects, shown: boolean): Ref {
  const layer = objects.add({ '/Type': '/OCG', '/Name': `u:${shown ? 'shown' : 'hidden'}` });
  const state = shown ? '/ON' : '/OFF';
  const properties = objects.entries(objects.catalog['/OCProperties']);
  const config: Dict = objects.entries(properties['/D']);
  objects.changeCatalog({
    '/OCProperties': {
      ...properties,
      '/OCGs': [...objects.items(properties['/OCGs']), layer],
      '/D': { ...config, [state]: [...objects.items(config[state]), layer] },
    },
  });
  return layer;
}
