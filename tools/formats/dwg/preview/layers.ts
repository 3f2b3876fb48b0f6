import { type Layer, LayerFlags } from '@node-projects/acad-ts';

/** Which layers are drawn. */
export interface Layers {
  /** Whether entities on it are drawn. */
  isShown(layer: Layer): boolean;
  /** Whether block references on it hide their content on other layers, too. */
  isFrozen(layer: Layer): boolean;
}

/** As plotted: layers that are on, thawed and plotted. */
const AS_PLOTTED: Layers = {
  isShown: (layer) => layer.isOn && !isFrozen(layer) && layer.plotFlag,
  isFrozen: (layer) => isFrozen(layer),
};

const isFrozen = ({ layerFlags }: Layer): boolean => (layerFlags & LayerFlags.Frozen) !== 0;

/** Names of layers are case-insensitive. */
const keyOf = (name: string): string => name.toUpperCase();

/** Returns the layers without those that a viewport freezes. */
export function without(layers: Layers, frozen: readonly Layer[]): Layers {
  if (frozen.length === 0) return layers;
  const names = new Set(frozen.map(({ name }) => keyOf(name)));
  return {
    isShown: (layer) => !names.has(keyOf(layer.name)) && layers.isShown(layer),
    isFrozen: (layer) => names.has(keyOf(layer.name)) || layers.isFrozen(layer),
  };
}

/** Layers that a user requests, by names in which `*` stands for any letters. */
interface LayerWish {
  /** Only these, even if they are off, frozen or not plotted in the drawing; null for the drawing's own settings. */
  readonly shown: readonly string[] | null;
  /** Not these, nor the content of references on them. */
  readonly hidden: readonly string[];
}

export function chosenLayers({ shown, hidden }: LayerWish): Layers {
  const [isWanted, isUnwanted] = [shown === null ? null : matcher(shown), matcher(hidden)];
  return {
    isShown: (layer) =>
      !isUnwanted(layer.name) && (isWanted === null ? AS_PLOTTED.isShown(layer) : isWanted(layer.name)),
    isFrozen: (layer) => isUnwanted(layer.name) || (isWanted === null && isFrozen(layer)),
  };
}

/** Returns the requested names that match no layer. */
export function unknownLayers(layers: Iterable<Layer>, { shown, hidden }: LayerWish): string[] {
  const names = [...layers].map(({ name }) => name);
  return [...new Set([...(shown ?? []), ...hidden])].filter((pattern) => !names.some(matcher([pattern])));
}

function matcher(patterns: readonly string[]): (name: string) => boolean {
  const globs = patterns.map((pattern) => keyOf(pattern).split(/\*+/));
  return (name) => globs.some((parts) => matches(keyOf(name), parts));
}

/** Whether a text has these parts in order, the first at its start and the last at its end. */
function matches(text: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
