import { requireEntry } from '../../catalog/index.ts';
import { type Preset, readPresets } from '../../catalog/presets.ts';

/**
 * The presets that an installation offers to everyone: those of scope public in the operator's file. A private one there is for
 * `convertd run` and workers alone, as it belongs to no key.
 *
 * @param path of the file, null where there is none
 * @throws ConversionErrors like `readPresets`; Error where two have one id, or one holds a secret, which the service would publish
 */
export function readPublicPresets(path: string | null): readonly Preset[] {
  const presets = readPresets(path).filter(({ scope }) => scope === 'public');
  const ids = new Set<string>();
  for (const preset of presets) {
    const { id, name, category, target } = preset;
    const label = `the preset "${name}" of ${category}/${target}`;
    if (ids.has(id)) throw problem(`${label} has the id "${id}" of another one; give each an id of its own`);
    ids.add(id);
    const [secret] = secretOptions(preset);
    if (secret !== undefined) {
      throw problem(`${label} sets ${secret}, which everyone could read. Take it out, or make the scope private`);
    }
  }
  return presets;
}

/** The options of a preset that are secrets: presets are shown as they stand, so they must have none. */
export function secretOptions({
  category,
  target,
  options,
}: Pick<Preset, 'category' | 'target' | 'options'>): string[] {
  const definitions = requireEntry(category, target).options;
  return Object.keys(options).filter((name) => definitions[name]?.writeOnly === true && options[name] !== null);
}

const problem = (what: string) => new Error(`The PRESETS file: ${what}.`);
