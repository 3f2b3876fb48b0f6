import { slugOf } from './slug.ts';

/* What VitePress needs that is not data; the command adds the navigation. */

/** The parts of markdown-it that are used here. */
interface Token {
  content: string;
  info: string;
  attrSet(name: string, value: string): void;
}
type Rule = (tokens: Token[], index: number, ...rest: unknown[]) => string;
interface MarkdownIt {
  readonly renderer: { readonly rules: Record<string, Rule | undefined> };
}

/** Programs that begin a shell example. */
const SHELL =
  /^\s*(?:#|\$ |(?:bin\/)?convertd |npm |npx |docker |curl |sudo |apt|rsync |pg_|source |scripts\/|[A-Z_]+=)/;

const languageOf = (code: string): string => (/^\s*[[{]/.test(code) ? 'json' : SHELL.test(code) ? 'sh' : 'text');

/** Shows indented code like fenced code, highlighted; and takes nothing in code for an expression of the site's templates. */
function showCode({ renderer }: MarkdownIt): void {
  const { code_inline: inline } = renderer.rules;
  renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index]?.attrSet('v-pre', '');
    return inline?.(tokens, index, ...rest) ?? '';
  };
  renderer.rules.code_block = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token !== undefined) token.info = languageOf(token.content);
    return renderer.rules.fence?.(tokens, index, ...rest) ?? '';
  };
}

/** Returns the configuration of VitePress. Anchors are those of forges, so that a link works in both. */
export const siteConfig = (data: object): object => ({
  ...data,
  lang: 'en',
  cleanUrls: false,
  // Dead links are errors, except addresses of a service on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  markdown: { anchor: { slugify: slugOf }, config: showCode },
});
