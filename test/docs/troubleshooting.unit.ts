import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../cli/support.ts';

const PAGE = readFileSync(join(ROOT, 'docs', 'troubleshooting.md'), 'utf8');
const SOURCES = ['bin/convertd', ...globSync('{src,engines,tools}/**/*.ts', { cwd: ROOT })]
  .map((path) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\\"', '"'))
  .join('\n');

/** Returns the constant parts of the messages that the page quotes; `…` stands for what differs. */
const partsOf = (page: string): string[] =>
  [...page.matchAll(/^```text\n([^`]+)^```$/gm)]
    .flatMap(([, messages = '']) => messages.trim().split('\n'))
    .flatMap((message) => message.split('…'))
    .map((part) => part.trim())
    .filter((part) => part.length > 3);

test('quotes messages that convertd writes', () => {
  const parts = partsOf(PAGE);
  expect(parts.length).toBeGreaterThan(25);
  expect(parts.filter((part) => !SOURCES.includes(part))).toEqual([]);
});

test('finds a message that convertd does not write', () => {
  const [part = ''] = partsOf('```text\n… is on fire\n```');
  expect(part).toBe('is on fire');
  expect(SOURCES).not.toContain(part);
});
