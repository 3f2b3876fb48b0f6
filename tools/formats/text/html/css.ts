/** CSS without anything that could load something. */
export interface CleanCss {
  readonly css: string;
  /** Number of removed declarations and rules with external references. */
  readonly references: number;
}

/** Functions for colours and lengths; any other might load something, now or in a later version. */
const HARMLESS_FUNCTIONS: ReadonlySet<string> = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'calc', 'min', 'max']);

/**
 * Returns the declarations of a `style` attribute that cannot load anything: only harmless functions, no escapes (they can spell `url`), no
 * at-signs, no markup. `references` counts declarations that had a URL. Linear in the length.
 */
export function cleanDeclarations(declarations: string): CleanCss {
  const clean: string[] = [];
  let references = 0;
  for (const declaration of split(withoutComments(declarations), ';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim();
    const value = declaration.slice(colon + 1).trim();
    if (/^-?[a-z][a-z-]{0,60}$/i.test(name) && isHarmless(value)) clean.push(`${name}: ${value.replace(/\s+/g, ' ')}`);
    else if (mayLoad(declaration)) references++;
  }
  return { css: clean.join('; '), references };
}

/**
 * Returns the rules of a style sheet that cannot load anything: plain rules and `@page` with cleaned declarations; other at-rules
 * (`@import`, `@font-face`, `@media`) are removed. Linear in the length.
 */
export function cleanStylesheet(stylesheet: string): CleanCss {
  const text = withoutComments(stylesheet).replaceAll('<!--', ' ').replaceAll('-->', ' ');
  const rules: string[] = [];
  let references = 0;
  for (let at = 0; at < text.length; ) {
    const end = statementEnd(text, at);
    const statement = text.slice(at, end).trim();
    at = end;
    const brace = statement.indexOf('{');
    const prelude = statement.slice(0, Math.max(0, brace)).trim();
    if (isKeptPrelude(prelude)) {
      const inner = cleanDeclarations(statement.slice(brace + 1).replace(/\}$/, ''));
      references += inner.references;
      if (inner.css !== '') rules.push(`${prelude.replace(/\s+/g, ' ')} { ${inner.css} }`);
    } else if (mayLoad(statement)) {
      references++;
    }
  }
  return { css: rules.join('\n'), references };
}

function isKeptPrelude(prelude: string): boolean {
  return /^@page(?:\s+[\w:-]{1,40})?$/i.test(prelude) || /^[\w\s.,#*:>+~="'[\]^$|()-]+$/.test(prelude);
}

function isHarmless(value: string): boolean {
  if (value === '' || /[\\@<>{}]/.test(value)) return false;
  // The search for a name's start is limited to the length of CSS's longest function.
  for (const [, name] of value.matchAll(/([\w-]{0,32})\(/g)) {
    if (!HARMLESS_FUNCTIONS.has((name ?? '').toLowerCase())) return false;
  }
  return true;
}

function mayLoad(css: string): boolean {
  return /url|@import|image|src|\\/i.test(css);
}

function withoutComments(css: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = css.indexOf('/*'); start !== -1; start = css.indexOf('/*', at)) {
    parts.push(css.slice(at, start));
    const end = css.indexOf('*/', start + 2);
    at = end === -1 ? css.length : end + 2;
  }
  return [...parts, css.slice(at)].join(' ');
}

/** Returns the end of the next rule: of a block with everything nested in it, or of a statement with a semicolon. */
function statementEnd(css: string, start: number): number {
  let depth = 0;
  for (const { character, index } of unquoted(css, start)) {
    if (character === '{') depth++;
    else if (character === '}' && --depth <= 0) return index + 1;
    else if (character === ';' && depth === 0) return index + 1;
  }
  return css.length;
}

/** Splits at each separator outside quotes and parentheses. */
function split(css: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { character, index } of unquoted(css, 0)) {
    if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === separator && depth === 0) {
      parts.push(css.slice(from, index));
      from = index + 1;
    }
  }
  parts.push(css.slice(from));
  return parts;
}

/** Yields the characters that structure CSS, outside of strings. */
function* unquoted(css: string, start: number): Generator<{ character: string; index: number }> {
  const pattern = /["'{}();]/g;
  pattern.lastIndex = start;
  let quote: string | null = null;
  for (let match = pattern.exec(css); match !== null; match = pattern.exec(css)) {
    const [character] = match;
    if (quote === null && character !== '"' && character !== "'") yield { character, index: match.index };
    else if (quote === null) quote = character;
    else if (character === quote) quote = null;
  }
}
