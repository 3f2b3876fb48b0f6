import { expect, test } from 'vitest';
import { type LinkTargets, linksIn, rewriteLinks } from '../../scripts/docs/links.ts';
import { plainText, safeMarkdown, table } from '../../scripts/docs/markdown.ts';
import { type NavigationItem, sidebar } from '../../scripts/docs/navigation.ts';
import { listPages, sitePath } from '../../scripts/docs/pages.ts';
import { serviceReference } from '../../scripts/docs/service-reference.ts';
import { anchorsOf } from '../../scripts/docs/slug.ts';
import { targetPages } from '../../scripts/docs/target-pages.ts';
import { listEntries } from '../../src/catalog/index.ts';
import { ROOT } from '../cli/support.ts';

const made = targetPages();
const pages = listPages(ROOT).map(sitePath);

test('each page has a place of its own in the site', () => {
  const all = [...pages, ...made.map(({ path }) => path), 'service-reference.md'];
  expect(new Set(all).size).toBe(all.length);
  expect(pages).toContain('index.md');
  expect(pages).toContain('engines/image.md');
});

test('the sidebar leads to pages that exist, and to each page of a target', () => {
  const all = new Set([...pages, ...made.map(({ path }) => path), 'service-reference.md']);
  const linksOf = (item: NavigationItem): string[] => [item.link ?? [], ...(item.items ?? []).map(linksOf)].flat(2);
  const links = sidebar(pages)
    .flatMap(linksOf)
    .map((link) => `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`);
  expect(links.filter((link) => !all.has(link))).toEqual([]);
  expect(made.map(({ path }) => path).filter((path) => !links.includes(path))).toEqual([]);
});

test.each(listEntries().map((entry) => [`${entry.category}/${entry.target}`, entry] as const))(
  'the page of %s has every option with its description, and an example',
  (name, { options }) => {
    const page = made.find(({ path }) => path === `formats/${name}.md`)?.markdown ?? '';
    const missing = Object.entries(options).filter(
      ([option, { description }]) =>
        !page.includes(`| \`${option}\` |`) ||
        !page.includes(table([''], [[plainText(description)]])[2]?.slice(2, -2) ?? ''),
    );
    expect(missing.map(([option]) => option)).toEqual([]);
    expect(page).toMatch(/convertd (?:convert|unpack) /);
    expect(page).toContain('/v2/convert/');
  },
);

const TARGETS: LinkTargets = {
  pages: new Set(['README.md', 'docs/service.md', 'docs/limits.md', 'engines/image/README.md']),
  assets: new Set(['docs/images/page.png']),
  sourceUrl: null,
};

test.each([
  ['docs/service.md', '[a](limits.md#audio)', '[a](./limits.md#audio)'],
  ['docs/service.md', '[a](../engines/image/README.md)', '[a](./engines/image.md)'],
  ['engines/image/README.md', '[a](../../docs/limits.md)', '[a](../limits.md)'],
  ['docs/limits.md', '[a folder](../engines/image)', '[a folder](./engines/image.md)'],
  ['README.md', '![the page](docs/images/page.png)', '![the page](/docs/images/page.png)'],
  ['README.md', '<source srcset="docs/images/page.png">', '<source srcset="/docs/images/page.png">'],
  ['README.md', '[the code](src/cli.ts)', 'the code'],
  ['README.md', '[a](https://example.org/x.md) [b](#formats)', '[a](https://example.org/x.md) [b](#formats)'],
  ['README.md', '    [code](docs/limits.md)\n', '    [code](docs/limits.md)\n'],
  ['README.md', '```\n[code](docs/limits.md)\n```', '```\n[code](docs/limits.md)\n```'],
])('rewrites a link of %s: %s', (source, markdown, expected) => {
  expect(rewriteLinks(source, markdown, TARGETS)).toBe(expected);
});

test('links to sources lead to the forge where one is named', () => {
  const targets = { ...TARGETS, sourceUrl: 'https://forge.example/main' };
  expect(rewriteLinks('docs/service.md', '[a](../src/cli.ts)', targets)).toBe(
    '[a](https://forge.example/main/src/cli.ts)',
  );
});

test('finds the links of a page, but not those in code', () => {
  expect(linksIn('[a](b.md) `[c](d.md)`\n\n    [e](f.md)\n[g](https://h.example) <img src="i.png">')).toEqual([
    'b.md',
    'i.png',
  ]);
});

test('makes the anchors that forges make', () => {
  expect(anchorsOf('# One two\n## `x`: y, z\n## One two\n```\n# no\n```')).toEqual(['one-two', 'x-y-z', 'one-two-1']);
});

test('keeps elements and templates out of pages', () => {
  expect(plainText('a <b> {{c}} *d*')).toBe('a &lt;b&gt; &#123;&#123;c}} \\*d\\*');
  expect(safeMarkdown('a <b> `<c>`')).toBe('a &lt;b> `<c>`');
});

test('shows an operation with its parameters, body, examples and answers', () => {
  const page = serviceReference({
    info: {},
    tags: [{ name: 'jobs', description: 'Work.' }],
    paths: {
      '/v2/jobs': {
        post: {
          summary: 'Make a job',
          tags: ['jobs'],
          security: [{ key: [] }, {}],
          parameters: [
            { name: 'wait', in: 'query', required: true, description: 'how long', schema: { type: 'integer' } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/NewJob' },
                examples: { One: { $ref: '#/components/examples/One' } },
              },
            },
          },
          responses: { 201: { description: 'made' }, 400: { $ref: '#/components/responses/Bad' } },
        },
      },
    },
    components: {
      schemas: {
        NewJob: { properties: { input: { items: { type: 'string' }, description: 'files' } }, required: ['input'] },
      },
      responses: { Bad: { description: 'refused' } },
      examples: { One: { summary: 'One file', value: { input: ['a'] } } },
    },
  });
  for (const part of [
    'POST /v2/jobs',
    'Credentials: key, or none.',
    '| `wait` (required) | query | integer | how long |',
    'Body, `application/json`: [NewJob](#newjob)',
    'One file',
    '  "input": [',
    '| 201 | made |  |',
    '| 400 | refused |  |',
    '| `input` (required) | list of string | files |',
  ]) {
    expect(page).toContain(part);
  }
});
