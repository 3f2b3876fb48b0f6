import { findEntry, listEntries } from '../../catalog/index.ts';
import { inputEngines } from '../../catalog/input-catalog.ts';
import type { OptionValues } from '../../task/types.ts';
import { isSecretName } from '../../telemetry/hide-secrets.ts';
import { ServiceError } from '../errors.ts';

/*
 * Secrets in options, such as encrypt_password. Documents and callbacks show that one is set, but not its value: a fixed marker replaces
 * it. Clients read a document, change something and send it back, so a marker that comes back stands for the stored secret.
 */

/** What documents show instead of a secret. */
export const SECRET_MARKER = '********';

/** The target that the options belong to. Null if they are not those of a target, but those of an input. */
type OptionsOwner = { readonly category: string; readonly target: string } | null;

/** Returns the options as documents show them: a marker for each secret that is set. Empty texts and null set none. */
export function hideSecretOptions(owner: OptionsOwner, options: OptionValues): OptionValues {
  const isSecret = secretTest(owner);
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, isSecret(name) && isSet(value) ? SECRET_MARKER : value]),
  );
}

/**
 * Returns the options that a client means: replaces each marker by the secret that is stored under that name.
 * @param stored the options before the change; empty for something new
 * @throws ServiceError 400 for a marker without a stored secret: taken literally, it would become the password
 */
export function restoreSecretOptions(owner: OptionsOwner, sent: OptionValues, stored: OptionValues): OptionValues {
  const isSecret = secretTest(owner);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (value !== SECRET_MARKER || !isSecret(name)) return [name, value];
      const secret = Object.hasOwn(stored, name) ? stored[name] : undefined;
      if (!isSet(secret)) throw nothingStored(name);
      return [name, secret];
    }),
  );
}

/** Returns the names of options that set a secret. */
export const secretOptions = (owner: OptionsOwner, options: OptionValues): string[] =>
  Object.keys(options).filter((name) => secretTest(owner)(name) && options[name] !== null);

/**
 * Returns a URL as documents show it: with the marker in place of its password, or of a user name without a password, which may be an
 * access token. Leaves other URLs and texts unchanged.
 */
export function hideUrlSecret(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password !== '') url.password = SECRET_MARKER;
  else if (url.username !== '') url.username = SECRET_MARKER;
  else return text;
  return url.href;
}

/** Whether the URL is one that a document showed, without its secret. */
export const hasHiddenSecret = ({ username, password }: URL): boolean =>
  username === SECRET_MARKER || password === SECRET_MARKER;

/** Names of all options that are secrets of some target: given to a target that does not know them, they are still secrets. */
const SECRET_NAMES: ReadonlySet<string> = new Set(
  [...listEntries(), ...inputEngines().values()].flatMap(({ options }) =>
    Object.keys(options).filter((name) => options[name]?.writeOnly === true),
  ),
);

function secretTest(owner: OptionsOwner): (name: string) => boolean {
  const known = owner === null ? undefined : findEntry(owner.category, owner.target)?.options;
  return (name) => {
    const definition = known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
    return definition === undefined ? SECRET_NAMES.has(name) || isSecretName(name) : definition.writeOnly === true;
  };
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const nothingStored = (name: string) =>
  new ServiceError(
    'secret_not_stored',
    `${name} is ${SECRET_MARKER}, which documents show in place of a secret, but no such secret is stored here: send the secret itself.`,
    { errors: { [name]: 'must be the secret itself: none is stored' } },
  );
