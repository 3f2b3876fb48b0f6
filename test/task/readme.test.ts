import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES, WARNING_CODES } from '../../src/task/codes.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(Object.entries({ ...ERROR_CODES, ...WARNING_CODES }))(
  'the README documents the code %s',
  (code, { number, meaning }) => {
    expect(readme).toContain(`| \`${code}\` | ${number} | ${meaning}`);
  },
);
