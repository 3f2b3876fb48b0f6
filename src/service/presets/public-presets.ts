import { type Preset, readPresets } from '../../catalog/presets.ts';
import { secretOptions } from '../secrets/secret-options.ts';

/**
 * Reads the presets that an installation offers to everyone: those of scope public in the operator's file. Private ones there are for
 * `convertd run` and workers only, as they belong to no key.
 * @param path path of the file, null if there is none
 * @throws ConversionErrors like `readPresets`; Error if two have the same id, or one holds a secret, which the service would publish
 */
export function readPublicPresets(path: string | null): readonly Preset[] {
  const presets = readPresets(path).filter(({ scope }) => scope === 'public');
  const ids = new Set<string>();
  for (const preset of presets) {
    const { id, name, category, target } = preset;
    const label = `the preset "${name}" of ${category}/${target}`;
    if (ids.has(id)) throw problem(`${label} has the id "${id}" of another one; give each an id of its own`);
    ids.add(id);
    const [secret] = secretOptions(preset, preset.options);
    if (secret !== undefined) {
      throw problem(`${label} sets ${secret}, which everyone could read. Take it out, or make the scope private`);
    }
  }
  return presets;
}

const problem = (what: string) => new Error(`The PRESETS file: ${what}.`);
