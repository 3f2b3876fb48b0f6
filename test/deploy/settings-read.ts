import { allCategories } from '../../src/catalog/registry.ts';
import { timeLimitSettings } from '../../src/execution/config.ts';
import { engineSettings, GROUPS } from '../../src/settings/describe.ts';

/** Returns the names of all environment variables that convertd reads. */
export function settingsRead(): ReadonlySet<string> {
  const ofEngines = engineSettings([...allCategories().values()].map(({ catalog }) => catalog));
  return new Set([
    ...GROUPS.flatMap(({ settings }) => Object.keys(settings)),
    ...[...timeLimitSettings().values()].map(({ name }) => name),
    ...ofEngines.map(([name]) => name),
  ]);
}

/** Returns the variables of an environment that nothing reads. */
export function unread(env: Readonly<Record<string, string>>, known: ReadonlySet<string>): string[] {
  return Object.keys(env).filter((name) => !known.has(name));
}
