import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Print styles: like a page of a Markdown host, like an article in a journal, and like a report with a title page. */
export type PageStyle = 'plain' | 'article' | 'report';

/** What all styles share. Sizes are relative, so that a style sets only the size of the text. */
const COMMON = `
body { overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; line-height: 1.25; text-align: left; hyphens: none; }
p, li, dd, blockquote { orphans: 3; widows: 3; }
code, pre, kbd { font-family: "Liberation Mono", "DejaVu Sans Mono", monospace; font-size: .875em; hyphens: none; }
code { background: #f3f3f3; border-radius: .2em; padding: .1em .3em; }
pre { background: #f6f6f6; border-radius: .3em; line-height: 1.4; overflow-wrap: anywhere; padding: .8em 1em; text-align: left; white-space: pre-wrap; }
pre code { background: none; font-size: 1em; padding: 0; }
blockquote { border-left: .25em solid #ccc; color: #555; margin: 1em 0; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #bbb; padding: .3em .7em; text-align: left; vertical-align: top; }
thead { display: table-header-group; } th { background: #f3f3f3; }
tr, img, svg { break-inside: avoid; }
img { height: auto; max-width: 100%; }
dt { font-weight: bold; break-after: avoid; }
hr { border: 0; border-top: 1px solid #ccc; margin: 1.5em 0; }
li.task { list-style: none; } li.task > input, li.task > p > input { margin: 0 .3em 0 -1.4em; }
.formula { break-inside: avoid; display: block; margin: 1em 0; overflow-x: auto; text-align: center; }
.formula svg { max-width: 100%; }
.diagram { break-inside: avoid; display: block; margin: 1em auto; max-height: 240mm; }
.alert { background: #f4f8fd; border-left-color: #2868c0; color: inherit; padding: .2em 1em; }
.alert-title { color: #2868c0; }
.alert-tip { background: #f1f9f3; border-left-color: #23803b; } .alert-tip > .alert-title { color: #23803b; }
.alert-important { background: #f8f4fd; border-left-color: #7b49c4; } .alert-important > .alert-title { color: #7b49c4; }
.alert-warning { background: #fdf8ee; border-left-color: #a06a00; } .alert-warning > .alert-title { color: #8f5f00; }
.alert-caution { background: #fdf2f2; border-left-color: #c42b2b; } .alert-caution > .alert-title { color: #c42b2b; }
.footnotes, .footnotes-list { font-size: .9em; } .footnote-ref a, .footnote-backref { text-decoration: none; }
.contents, .contents ul { list-style: none; padding-left: 1.2em; } .contents { padding-left: 0; }
.contents a { color: inherit; text-decoration: none; }
a { color: #1a56b0; }
.title-block { margin-bottom: 2em; } .title-block p { margin: .2em 0; }`;

const STYLES: Readonly<Record<PageStyle, string>> = {
  plain: `
body { font: 16px/1.5 "Liberation Sans", Carlito, sans-serif; margin: 0 auto; max-width: 60em; }
h1, h2 { border-bottom: 1px solid #ccc; padding-bottom: .2em; } .title-block h1 { margin-bottom: .3em; }`,
  article: `
@page { @bottom-center { content: counter(page); font: 9.5pt "Liberation Serif", serif; } }
body { font: 11pt/1.45 "Liberation Serif", Caladea, serif; hyphens: auto; margin: 0 auto; max-width: 42em; text-align: justify; }
h1 { font-size: 1.6em; } h2 { font-size: 1.3em; } h3 { font-size: 1.1em; } h4, h5, h6 { font-size: 1em; font-style: italic; }
.title-block, .title-block h1, body > h1:first-child { text-align: center; } .title-block h1 { font-size: 1.9em; margin-bottom: .4em; }
table { margin-left: auto; margin-right: auto; border-bottom: 1.5pt solid; border-top: 1.5pt solid; }
th, td { border: 0; } th { background: none; border-bottom: .75pt solid; }
blockquote { border: 0; padding: 0 2.5em; } .alert { border-left: .25em solid #2868c0; padding: .2em 1em; }
a { color: inherit; }`,
  report: `
@page { @bottom-right { content: counter(page) " / " counter(pages); color: #555; font: 9pt Carlito, "Liberation Sans", sans-serif; } }
body { font: 11pt/1.5 Carlito, "Liberation Sans", sans-serif; margin: 0 auto; max-width: 48em; }
h1, h2, h3, h4, h5, h6 { color: #1c3f6e; } h1 { font-size: 1.9em; } h2 { font-size: 1.45em; } h3 { font-size: 1.2em; } h4, h5, h6 { font-size: 1em; }
h1 { border-bottom: 1.5pt solid #1c3f6e; padding-bottom: .2em; }
th { background: #1c3f6e; color: #fff; } th, td { border-color: #c3cedd; } tbody tr:nth-child(even) { background: #f4f7fb; }
.title-block h1 { border: 0; font-size: 2.6em; }
@media print { .title-block { border-left: 3mm solid #1c3f6e; break-after: page; margin-top: 70mm; padding-left: 8mm; } }`,
};

/** Margins of the paper, which options may set instead. */
const MARGINS: Readonly<Record<PageStyle, string>> = {
  plain: '20mm',
  article: '25mm 25mm 28mm',
  report: '22mm 22mm 25mm',
};

let colors: string | undefined;

/** Returns the colours of code: highlight.js's own sheet for light pages, without its frame around blocks. */
function codeColors(): string {
  colors ??= readFileSync(createRequire(import.meta.url).resolve('highlight.js/styles/github.css'), 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^[^}]*?code\.hljs\s*\{[^}]*\}/gm, '')
    .replace(/\.hljs\s*\{[^}]*\}/, '');
  return colors;
}

/** Returns the style sheet of a page. @param hasMargins whether the margins of its paper are set elsewhere */
export function styleSheet(style: PageStyle, hasMargins: boolean, own = ''): string {
  const margins = hasMargins ? '' : `@page { margin: ${MARGINS[style]}; }`;
  // A sheet cannot end its element.
  return [margins, COMMON, STYLES[style], codeColors(), own].join('\n').replaceAll('</', '<\\/');
}
