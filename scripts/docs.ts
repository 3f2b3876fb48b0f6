/**
 * `npm run docs [-- FOLDER]`: the documentation as a static site in `site/html` (`FOLDER/html`), which any web server can serve. Its pages
 * are the Markdown files of the project, and pages generated from the catalog and the OpenAPI description. VitePress runs offline.
 *
 * DOCS_SOURCE_URL: where the sources are on a forge (`https://forge.example/convertd/blob/main`), for links to them; without it such links
 * are plain text. DOCS_BASE: the path of the site on its server, `/` by default.
 */
import { copyFile, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, posix, resolve } from 'node:path';
import { execa } from 'execa';
import { type LinkTargets, linksIn, rewriteLinks } from './docs/links.ts';
import { sidebar } from './docs/navigation.ts';
import { listPages, sitePath } from './docs/pages.ts';
import { readSchema } from './docs/read-schema.ts';
import { serviceReference } from './docs/service-reference.ts';
import { targetPages } from './docs/target-pages.ts';
import { ownPackages } from './own-packages.ts';

const ROOT = join(import.meta.dirname, '..');
const SITE = resolve(ROOT, process.argv[2] ?? 'site');
const PAGES = join(SITE, 'pages');
const HTML = join(SITE, 'html');
/** Files that are copied to the site unchanged if a page links to them. */
const ASSET = /(\.(png|svg)|schema\.json)$/;

/** Colours of the web page of the service; long commands are wrapped. */
const COLOURS = `
:root { --vp-c-brand-1: #0a6c74; --vp-c-brand-2: #0c7f88; --vp-c-brand-3: #0a6c74; --vp-c-brand-soft: #0a6c7424; }
.dark { --vp-c-brand-1: #5ccfd1; --vp-c-brand-2: #84dfdd; --vp-c-brand-3: #0a6c74; --vp-c-brand-soft: #5ccfd129; }
.vp-doc [class*='language-'] code { white-space: pre-wrap; }
`;

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(PAGES, path)), { recursive: true });
  await writeFile(join(PAGES, path), content);
}

const isFile = async (path: string): Promise<boolean> =>
  (await stat(join(ROOT, path)).catch(() => null))?.isFile() === true;

/** Returns the schemas and pictures that pages link to. */
async function linkedAssets(source: string, markdown: string): Promise<string[]> {
  const files = linksIn(markdown).map((link) => posix.join(posix.dirname(source), link.split('#')[0] ?? ''));
  const found = await Promise.all(files.map(async (file) => ASSET.test(file) && (await isFile(file))));
  return files.filter((_, index) => found[index]);
}

async function putProjectPages(): Promise<string[]> {
  const sources = listPages(ROOT);
  const texts = await Promise.all(sources.map((source) => readFile(join(ROOT, source), 'utf8')));
  const assets = new Set(
    (await Promise.all(sources.map((source, index) => linkedAssets(source, texts[index] ?? '')))).flat(),
  );
  const sourceUrl = process.env.DOCS_SOURCE_URL?.replace(/\/$/, '') ?? null;
  const targets: LinkTargets = { pages: new Set(sources), assets, sourceUrl };
  for (const [index, source] of sources.entries()) {
    await put(sitePath(source), rewriteLinks(source, texts[index] ?? '', targets));
  }
  for (const asset of assets) {
    const copy = join(PAGES, 'public', asset);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(ROOT, asset), copy);
  }
  return sources.map(sitePath);
}

async function putConfig(pages: readonly string[]): Promise<void> {
  const base = process.env.DOCS_BASE ?? '/';
  const source = process.env.DOCS_SOURCE_URL;
  const data = {
    title: 'convertd',
    description: 'Self-hosted file conversion',
    base,
    outDir: HTML,
    head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
    themeConfig: {
      logo: '/icon.svg',
      sidebar: sidebar(pages),
      search: { provider: 'local' },
      outline: { level: [2, 3] },
      ...(source !== undefined && { nav: [{ text: 'Source', link: source }] }),
    },
  };
  const module = JSON.stringify(join(import.meta.dirname, 'docs', 'site-config.ts'));
  await put(
    '.vitepress/config.mjs',
    `import { siteConfig } from ${module};\nexport default siteConfig(${JSON.stringify(data)});\n`,
  );
  await put(
    '.vitepress/theme/index.mjs',
    "import theme from 'vitepress/theme';\nimport './colours.css';\nexport default theme;\n",
  );
  await put('.vitepress/theme/colours.css', COLOURS);
  await copyFile(join(ROOT, 'src/service/web/icon.svg'), join(PAGES, 'public/icon.svg'));
}

await rm(PAGES, { recursive: true, force: true });
await rm(HTML, { recursive: true, force: true });
const pages = await putProjectPages();
for (const { path, markdown } of targetPages()) await put(path, markdown);
await put('service-reference.md', serviceReference(await readSchema(ROOT)));
await putConfig(pages);
const modules = await ownPackages(new URL('docs/', import.meta.url));
// Pages import Vue, which is resolved from their folder upwards.
await rm(join(SITE, 'node_modules'), { recursive: true, force: true });
await symlink(modules, join(SITE, 'node_modules'));
const { exitCode } = await execa(process.execPath, [join(modules, 'vitepress/bin/vitepress.js'), 'build', PAGES], {
  cwd: ROOT,
  stdio: 'inherit',
  reject: false,
});
if (exitCode === 0) console.log(`The site is in ${HTML}.`);
else process.exitCode = 1;
