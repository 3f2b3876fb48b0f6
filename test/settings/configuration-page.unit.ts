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
    'The environment has all settings; the flags of a command come before it. `convertd config` shows what each setting holds,',
    'and what is wrong with it; `convertd config --set` only those that are set. An empty variable counts as unset.',
    '',
    ...groups,
    '## Engines',
    '',
    'A path that is set must be absolute, and is the only one that is tried.',
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
