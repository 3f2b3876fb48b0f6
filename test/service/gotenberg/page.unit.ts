import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIELD_TABLES } from '../../../src/service/gotenberg/fields/tables.ts';
import { ROOT } from '../../cli/support.ts';

const PAGE = join(ROOT, 'docs/coming-from/gotenberg.md');
const [START, END] = ['<!-- fields: made by test/service/gotenberg/page.unit.ts -->', '<!-- end of fields -->'];

const escaped = (text: string) => text.replaceAll('|', '\\|');

const tables = () =>
  FIELD_TABLES.flatMap(({ title, where, rows }) => [
    `### ${title}`,
    '',
    `Of ${where}.`,
    '',
    '| field | takes | becomes |',
    '|---|---|---|',
    ...rows.map(({ name, takes, meaning }) => `| \`${name}\` | ${escaped(takes)} | ${escaped(meaning)} |`),
    '',
  ]).join('\n');

/** After a change of a field: `npx vitest run test/service/gotenberg --update`. */
it('docs/coming-from/gotenberg.md has every field as it is read', async () => {
  const page = await readFile(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);

  await expect(`${before}${START}\n\n${tables()}${END}${after}`).toMatchFileSnapshot(PAGE);
});
