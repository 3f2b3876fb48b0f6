import { type Layer, LayerFlags } from '@node-projects/acad-ts';

/** Which layers are drawn. */
export interface Layers {
  /** Whether what is on it is drawn. */
  isShown(layer: Layer): boolean;
  /** Whether block references on it hide their content on other layers too. */
  isFrozen(layer: Layer): boolean;
}

/** As they would be plotted: what is on, thawed and plotted. */
const AS_PLOTTED: Layers = {
  isShown: (layer) => layer.isOn && !isFrozen(layer) && layer.plotFlag,
  isFrozen: (layer) => isFrozen(layer),
};

const isFrozen = ({ layerFlags }: Layer): boolean => (layerFlags & LayerFlags.Frozen) !== 0;

/** Names of layers are the same in both cases of letters. */
const keyOf = (name: string): string => name.toUpperCase();

/** Without these layers, which one viewport freezes. */
export function without(layers: Layers, frozen: readonly Layer[]): Layers {
  if (frozen.length === 0) return layers;
  const names = new Set(frozen.map(({ name }) => keyOf(name)));
  return {
    isShown: (layer) => !names.has(keyOf(layer.name)) && layers.isShown(layer),
    isFrozen: (layer) => names.has(keyOf(layer.name)) || layers.isFrozen(layer),
  };
}

/** The layers that a user asks for, by names in which `*` stands for any letters. */
interface LayerWish {
  /** Only these, whether or not the drawing has them off, frozen or not plotted; null: as the drawing says. */
  readonly shown: readonly string[] | null;
  /** Not these, nor what references on them show. */
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

/** Those of the names asked for that no layer has. */
export function unknownLayers(layers: Iterable<Layer>, { shown, hidden }: LayerWish): string[] {
  const names = [...layers].map(({ name }) => name);
  return [...new Set([...(shown ?? []), ...hidden])].filter((pattern) => !names.some(matcher([pattern])));
}

function matcher(patterns: readonly string[]): (name: string) => boolean {
  const globs = patterns.map((pattern) => keyOf(pattern).split(/\*+/));
  return (name) => globs.some((parts) => matches(keyOf(name), parts));
}

/** Whether a text has these parts in their order, the first one at its start and the last one at its end. */
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
