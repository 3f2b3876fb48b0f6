import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../cli/support.ts';

const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test('the image runs on the very Node that the tests run on', () => {
  const base = `node:${devDependencies.node}-\${DEBIAN}-slim`;
  expect(/^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1]).toBe(base);
  expect(readFileSync(join(ROOT, 'docs/container.md'), 'utf8')).toContain(`\`${base}\``);
});

test('every stage builds on the pinned base or on another stage', () => {
  const bases = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([`\${BASE}`, `variant-\${VARIANT}`]));
});
