import { json, textMap } from '../form/go-json.ts';
import { FieldProblem } from '../form/go-values.ts';

const MOST_HEADERS = 64;
const LONGEST_SCOPE = 1024;

/** A header that may be meant for some addresses only. */
export interface ScopedHeader {
  readonly name: string;
  readonly value: string;
  /** Regular expression of these addresses; null for all. */
  readonly scope: string | null;
}

const readTexts = json('extraHttpHeaders', textMap);

/** Reads headers by name, whose values may end in `;scope=` and an expression. Throws FieldProblem. */
export function readHeaders(text: string): readonly ScopedHeader[] {
  const entries = Object.entries(readTexts(text));
  if (entries.length > MOST_HEADERS) {
    throw new FieldProblem(`too many headers, got ${entries.length}, expected at most ${MOST_HEADERS}`);
  }
  const problems: string[] = [];
  const headers = entries.map(([name, value]) => {
    const tokens = value.split(';');
    const scopes = tokens
      .filter(isScope)
      .map((token) => /^scope=(.+)$/is.exec(token.replaceAll(/\s/g, ''))?.[1] ?? null);
    const scope = scopes.at(-1) ?? null;
    const problem = scopes.includes(null) ? `invalid scope '' for header '${name}'` : scopeProblem(name, scope);
    if (problem !== null) problems.push(problem);
    return { name, value: tokens.filter((token) => token !== '' && !isScope(token)).join('; '), scope };
  });
  if (problems.length > 0) throw new FieldProblem(problems.join('\n'));
  return headers;
}

const isScope = (token: string): boolean => token.trim().toLowerCase().startsWith('scope');

function scopeProblem(name: string, scope: string | null): string | null {
  if (scope === null) return null;
  if (scope.length > LONGEST_SCOPE) {
    return `scope regex pattern for header '${name}' is too long, got ${scope.length} characters, expected at most ${LONGEST_SCOPE}`;
  }
  try {
    new RegExp(scope);
    return null;
  } catch {
    const reason = /^[*+?]/.test(scope)
      ? `error parsing regexp: missing argument to repetition operator in \`${scope}\``
      : 'it cannot be read';
    return `invalid scope regex pattern for header '${name}': ${reason}`;
  }
}
