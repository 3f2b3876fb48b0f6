import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../cli/support.ts';

/* The part of the Compose format that our files use, read like Docker Compose: https://docs.docker.com/reference/compose-file/ */

export interface ComposeService {
  readonly image: string;
  readonly build?: string | { readonly context: string; readonly args?: Readonly<Record<string, string>> };
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** `[SOURCE:]TARGET[:MODE]` */
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly deploy?: { readonly replicas?: number; readonly resources?: { readonly limits?: { memory?: string } } };
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

/** Throws an Error that names the variable if a required one (`${NAME:?message}`) is missing in `env`. */
export async function readCompose(file: string, env: Readonly<Record<string, string>> = {}): Promise<Compose> {
  return parseCompose(await readFile(join(ROOT, file), 'utf8'), env);
}

export function parseCompose(text: string, env: Readonly<Record<string, string>> = {}): Compose {
  return interpolateAll(parse(text, { merge: true }), env) as Compose;
}

function interpolateAll(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolate(value, env);
  if (Array.isArray(value)) return value.map((each) => interpolateAll(each, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, interpolateAll(each, env)]));
}

/** Replaces `$$`, `${NAME}`, `${NAME:-default}`, `${NAME:?message}`; a default may contain further ones. */
export function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('$$', at)) {
      result += '$';
      at += 2;
    } else if (text.startsWith('${', at)) {
      const end = closingBrace(text, at + 2);
      result += variable(text.slice(at + 2, end), env);
      at = end + 1;
    } else {
      result += text[at];
      at += 1;
    }
  }
  return result;
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('${', at)) depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`no closing brace in "${text}"`);
}

function variable(expression: string, env: Readonly<Record<string, string>>): string {
  const [, name = '', operator, rest = ''] = /^([A-Za-z_]\w*)(?:(:-|:\?)([\s\S]*))?$/.exec(expression) ?? [];
  if (name === '') throw new Error(`"\${${expression}}" is of a form that is not read here`);
  const value = env[name] ?? '';
  if (value !== '' || operator === undefined) return value;
  if (operator === ':-') return interpolate(rest, env);
  throw new Error(`${name}: ${rest}`);
}
