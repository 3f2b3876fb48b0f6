const HIDDEN = '***';

/** Suffixes of names for secrets: `decrypt_password`, `X-Amz-Signature`, `secretAccessKey`, `access_token`. */
const SECRET_NAME =
  '(?:pass(?:word|wd|phrase)|pwd|secret|token|signature|credentials?|authorization|cookie' +
  '|(?:api|access|secret|private|account)[-_]?key(?:[-_]?id)?|key[-_]?pair[-_]?id)';
const SECRET_FIELD = new RegExp(`${SECRET_NAME}$`, 'i');
/** Names that are too short to match anywhere: only as a parameter of a URL. */
const SECRET_PARAMETER = '(?:(?<=[?&])(?:key|sig|auth|code|pass)|(?<=%26|%3F)(?:key|sig|auth|code|pass))';

/** `name=value`, also inside a URL that is itself a parameter (`%3D`). Ends where a URL in text ends. */
const ASSIGNMENT = new RegExp(String.raw`((?:${SECRET_NAME}|${SECRET_PARAMETER})(?:=|%3D))[^\s&"<>]+`, 'gi');
/** `"name": "value"`, JSON inside text. */
const JSON_MEMBER = new RegExp(String.raw`(${SECRET_NAME}"\s*:\s*)"(?:[^"\\]|\\.)*"`, 'gi');
/** The same inside a JSON string, also a nested one: quotes have backslashes, those in the value more. */
const NESTED_JSON_MEMBER = new RegExp(String.raw`(${SECRET_NAME}(\\+)"\s*:\s*\2")[\s\S]*?((?<!\\)\2"|$)`, 'gi');
/** A header as it was sent, to the end of its line. */
const HEADER = /\b((?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]{0,40}(?:key|token))(\s*:\s*)[^\s"][^\r\n"]*/gi;
/** User name and password of a URL (RFC 3986: the authority up to its last @). */
const USER_INFO = /(:\/\/)[^\s/?#"<>]*@/g;
/**
 * The same if the password contains one of `/?#`, because somebody forgot to encode it. Digits between the colon and the path are a port,
 * not a password, and an address in brackets has colons of its own.
 */
const CARELESS_USER_INFO = /(:\/\/)[^\s/?#@:[\]"<>]*:(?!\d{1,5}(?:[/\s]|$))[^\s@"<>]{1,1000}@/g;

/**
 * Removes secrets from a text: user names and passwords in URLs; signatures, tokens, keys and passwords in query parameters, headers,
 * `name=value` and `"name": "value"`. Each becomes `***`; everything else stays.
 */
export function hideSecrets(text: string): string {
  return text
    .replace(USER_INFO, `$1${HIDDEN}@`)
    .replace(CARELESS_USER_INFO, `$1${HIDDEN}@`)
    .replace(HEADER, `$1$2${HIDDEN}`)
    .replace(JSON_MEMBER, `$1"${HIDDEN}"`)
    .replace(NESTED_JSON_MEMBER, `$1${HIDDEN}$3`)
    .replace(ASSIGNMENT, `$1${HIDDEN}`);
}

/** Whether the value of this field is never written. */
export function isSecretName(name: string): boolean {
  return SECRET_FIELD.test(name);
}

/**
 * Returns only the location of a URL: scheme, host, port and path (for AMQP the virtual host). User name, password, query and fragment are
 * left out; of a `data:` URL everything is. A text that is not a URL, such as a folder, stays unchanged.
 */
export function urlForLog(url: string): string {
  if (/^data:/i.test(url)) return 'data:';
  const clean = hideSecrets(url);
  if (!URL.canParse(clean)) return clean;
  const { protocol, host, pathname } = new URL(clean);
  return pathname.startsWith('/') || host !== '' ? `${protocol}//${host}${pathname}` : protocol + pathname;
}
