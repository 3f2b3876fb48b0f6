import { listCategories, listEntries } from '../../src/catalog/index.ts';
import { inputEngines } from '../../src/catalog/input-catalog.ts';

/** An entry of the sidebar, as VitePress takes it. */
export interface NavigationItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly NavigationItem[];
}

const item = (text: string, link: string): NavigationItem => ({ text, link });

const group = (text: string, items: readonly NavigationItem[], collapsed = false): NavigationItem => ({
  text,
  collapsed,
  items,
});

/** Returns the pages of a folder, by file name. */
const folder = (pages: readonly string[], start: string): NavigationItem[] =>
  pages
    .filter((page) => page.startsWith(start))
    .map((page) => item(page.slice(start.length, -3), `/${page.slice(0, -3)}`));

/** Returns the sidebar. `pages`: paths in the site, with `.md`. */
export function sidebar(pages: readonly string[]): NavigationItem[] {
  return [
    group('Start', [
      item('Overview', '/'),
      item('Quickstart', '/quickstart'),
      item('Command line', '/command-line'),
      item('Cookbook', '/cookbook'),
      item('Job service', '/service'),
      item('Container image', '/container'),
      item('Deployment', '/deploy'),
      item('Questions and answers', '/faq'),
      item('Troubleshooting', '/troubleshooting'),
      item('Comparison', '/comparison'),
      group('Coming from', folder(pages, 'coming-from/'), true),
    ]),
    group('Formats and options', [
      item('Formats', '/formats'),
      ...listCategories().map((category) => ({
        ...group(
          category,
          listEntries({ category }).map(({ target }) => item(target, `/formats/${category}/${target}`)),
          true,
        ),
        link: `/formats/${category}/`,
      })),
      {
        ...group(
          'input engines',
          [...inputEngines().keys()].map((name) => item(name, `/formats/input/${name}`)),
          true,
        ),
        link: '/formats/input/',
      },
      item('Markdown and chunks', '/markdown'),
    ]),
    group('Reference', [
      item('Service in detail', '/src/service'),
      item('Service reference', '/service-reference'),
      item('Workers and messages', '/workers'),
      item('Configuration', '/configuration'),
      item('Errors and warnings', '/errors'),
      item('Model Context Protocol', '/mcp'),
    ]),
    group('Operation', [
      item('Operations', '/operations'),
      item('Sizing', '/sizing'),
      item('Security', '/security'),
      item('Threat model', '/threat-model'),
      item('Benchmarks', '/benchmarks'),
      item('Limits', '/limits'),
    ]),
    group('Development', [
      item('Architecture', '/architecture'),
      item('Contributing', '/contributing'),
      item('Code of conduct', '/code-of-conduct'),
      item('Changelog', '/changelog'),
      group('Decisions', folder(pages, 'decisions/'), true),
      group('Engines', folder(pages, 'engines/'), true),
      group('Inputs', folder(pages, 'inputs/'), true),
      group('Tools', folder(pages, 'tools/'), true),
    ]),
  ];
}
