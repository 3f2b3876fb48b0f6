import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES, WARNING_CODES } from '../../src/task/codes.ts';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

test.each(Object.entries({ ...ERROR_CODES, ...WARNING_CODES }))(
  'docs/errors.md documents the code %s',
  (code, { number, meaning }) => {
    expect(page).toContain(`| \`${code}\` | ${number} | ${meaning}`);
  },
);
