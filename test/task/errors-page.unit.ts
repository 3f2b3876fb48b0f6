import { expect, test } from 'vitest';
import { SERVICE_ERRORS } from '../../src/service/error-names.ts';
import { ERROR_CODES, WARNING_CODES } from '../../src/task/codes.ts';

/** Sections of the page, by the thousands of the codes' numbers. */
const SECTIONS: readonly (readonly [thousands: number, from: number, title: string])[] = [
  [1, 1001, 'The task'],
  [1, 1101, 'The installation'],
  [2, 2001, 'Fetching inputs'],
  [2, 2101, 'Reading inputs'],
  [3, 3001, 'The conversion'],
  [4, 4001, 'Delivery to cloud storages'],
];

interface Code {
  readonly number: number;
  readonly transient?: boolean;
  readonly meaning: string;
}

const row = (name: string, number: number, meaning: string) => `| \`${name}\` | ${number} | ${meaning} |`;
const codeRow = ([name, { number, transient = false, meaning }]: [string, Code]) =>
  row(name, number, transient ? `${meaning} May succeed later.` : meaning);

function page(): string {
  const codes: [string, Code][] = Object.entries(ERROR_CODES);
  // A section is a hundred numbers; 3999 is separate.
  const sectionOf = ({ number }: Code) => SECTIONS.findLast(([, from]) => number >= from)?.[2];
  return [
    '# Errors and warnings',
    '',
    'An error or warning of a task is `{source, id_source, code, message, details}`. Codes are stable. An error whose code may succeed later',
    'but which stays, such as a host that does not exist, also has `final: true` in the report of a worker, and is not tried again.',
    '',
    ...SECTIONS.flatMap(([, , title]) => [
      `## ${title}`,
      '',
      '| error | number | meaning |',
      '|---|---|---|',
      ...codes.filter(([, code]) => sectionOf(code) === title).map(codeRow),
      '',
    ]),
    '## Warnings',
    '',
    '| warning | number | meaning |',
    '|---|---|---|',
    ...Object.entries<Code>(WARNING_CODES).map(codeRow),
    '',
    '## Refused requests',
    '',
    'The job service answers a refused request with `{code, name, message, errors}`; `code` is the HTTP status, or the number of an error',
    'above. [The service in detail](../src/service/README.md#errors) has an example.',
    '',
    '| name | status | meaning |',
    '|---|---|---|',
    ...Object.entries(SERVICE_ERRORS).map(([name, { status, meaning }]) => row(name, status, meaning)),
    '',
  ].join('\n');
}

/** After a change of a code: `npx vitest run test/task --update`. */
test('docs/errors.md has every code and every reason for a refused request', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/errors.md');
});

test('each code is in one section', () => {
  const text = page();
  for (const name of Object.keys({ ...ERROR_CODES, ...SERVICE_ERRORS })) {
    expect(text.split(`| \`${name}\` |`).length, name).toBeGreaterThan(1);
  }
});
