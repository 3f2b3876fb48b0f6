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
  const sources = patterns.map((pattern) => keyOf(pattern).split(/\*+/).map(escaped).join('.*'));
  if (sources.length === 0) return () => false;
  const expression = new RegExp(`^(?:${sources.join('|')})$`, 's');
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.get(name) ?? expression.test(keyOf(name));
    known.set(name, found);
    return found;
  };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
