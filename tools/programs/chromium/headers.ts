import { ConversionError } from '../../../src/task/errors.ts';
import type { PageHeader } from './job.ts';

const MAX_HEADERS = 50;
const MAX_LENGTH = 8192;
const MAX_SCOPE = 1000;

/** RFC 9110 5.6.2 and 5.5; spaces at the ends of a value are not part of it. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const VALUE = /^[\t -~\u0080-\u00ff]*$/;

/** Headers of the connection and the message, which the browser sets itself; and those that identify the client, which have options. */
const OWN: ReadonlySet<string> = new Set(
  'connection content-length cookie expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade user-agent'.split(
    ' ',
  ),
);

/** Reads the option `headers`. Throws ConversionError `option_invalid`, which shows no value, because one may be a password. */
export function readHeaders(given: Readonly<Record<string, unknown>> = {}): PageHeader[] {
  const entries = Object.entries(given);
  if (entries.length > MAX_HEADERS) throw wrong(`has ${entries.length} headers; at most ${MAX_HEADERS} are sent`);
  return entries.map(([name, value]) => readHeader(name, value));
}

function readHeader(name: string, given: unknown): PageHeader {
  const shown = JSON.stringify(name.slice(0, 64));
  if (!NAME.test(name)) throw wrong(`has a header ${shown}, which is not a name of a header`);
  if (OWN.has(name.toLowerCase()) || /^(?:proxy|sec)-/i.test(name)) {
    throw wrong(
      `has a header ${shown}, which the browser sets itself; cookies and user_agent are options of their own`,
    );
  }
  const { value, scope = null } = isScoped(given) ? given : { value: given };
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !VALUE.test(value)) {
    throw wrong(
      `has a value for ${shown} that cannot be sent: a text of one line, of at most ${MAX_LENGTH} characters`,
    );
  }
  if (scope !== null && !isExpression(scope)) {
    throw wrong(`has a scope for ${shown} that is not a regular expression of at most ${MAX_SCOPE} characters`);
  }
  return { name, value, scope };
}

const isScoped = (given: unknown): given is { value?: unknown; scope?: unknown } =>
  typeof given === 'object' && given !== null;

function isExpression(scope: unknown): scope is string {
  if (typeof scope !== 'string' || scope.length > MAX_SCOPE) return false;
  try {
    new RegExp(scope);
    return true;
  } catch {
    return false;
  }
}

const wrong = (problem: string) =>
  new ConversionError('option_invalid', `Option headers ${problem}.`, { details: { option: 'headers' } });
