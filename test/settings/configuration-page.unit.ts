import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allCategories } from '../../src/catalog/registry.ts';
import { engineSettings, GROUPS, tableRow } from '../../src/settings/describe.ts';
import { ROOT } from '../cli/support.ts';

const TO_ROOT = '../';
const HEAD = ['| variable | meaning | default |', '|---|---|---|'];

function page(): string {
  const groups = GROUPS.flatMap(({ title, settings }) => [
    `## ${title}`,
    '',
    ...HEAD,
    ...Object.entries(settings).map(([name, setting]) => tableRow(name, setting, TO_ROOT)),
    '',
  ]);
  const engines = engineSettings([...allCategories().values()].map(({ catalog }) => catalog)).map(
    ([name, category, about]) => tableRow(name, { ...about, meaning: `${category}: ${about.meaning}` }, TO_ROOT),
  );
  return [
    '# Configuration',
    '',
    'All settings are environment variables; flags of a command take precedence. `convertd config` shows the value of each setting',
    'and what is wrong with it; `convertd config --set` only those that are set. An empty variable counts as unset. A secret is also read',
    'from the file that the variable with `_FILE` at its end names, if the variable itself is not set.',
    '',
    ...groups,
    '## Engines',
    '',
    'A path must be absolute; if it is set, no other path is tried.',
    '',
    ...HEAD,
    ...engines,
    '',
  ].join('\n');
}

/** After a change of a setting: `npx vitest run test/settings --update`. */
it('docs/configuration.md has every setting as the schema describes it', async () => {
  await expect(page()).toMatchFileSnapshot(join(ROOT, 'docs/configuration.md'));
});
