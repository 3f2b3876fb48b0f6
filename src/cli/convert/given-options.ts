import {
  type CatalogEntry,
  didYouMean,
  parseOptionText,
  unknownOptions,
  validateConversion,
} from '../../catalog/index.ts';
import { inputEntries } from '../../catalog/validate-input.ts';
import { ConversionError, ConversionErrors } from '../../task/errors.ts';
import type { OptionValues } from '../../task/types.ts';
import { badRequest } from '../bad-request.ts';
import { readText } from '../read-text.ts';

/** Flags that say how to convert the inputs. */
export interface OptionFlags {
  /** `name=value` pairs: options of the target. */
  readonly option?: readonly string[];
  /** Name of the input engine. */
  readonly engine?: string;
  /** `name=value` pairs: options of that engine. */
  readonly inputOption?: readonly string[];
  /** `name=FILE` pairs: the value is the first line of the file. */
  readonly secret?: readonly string[];
  /** File whose first line is the password of the inputs. */
  readonly passwordFile?: string;
  /** Warn about unknown options, as the service does, instead of refusing them. */
  readonly lenient?: boolean;
}

/** Options from the command line for a task. */
export interface GivenOptions {
  readonly options: OptionValues;
  /** Null if the inputs are the files to convert. */
  readonly reading: { readonly engine: string; readonly options: OptionValues } | null;
  /** Password of the inputs. */
  readonly password: string | null;
}

const DECRYPT_PASSWORD = 'decrypt_password';

/**
 * Reads the options of a command line, and secrets from their files. Throws ConversionErrors: `task_invalid` for pairs and files
 * that cannot be read, `option_invalid` for options that the target or the engine does not have.
 * @param implied what counts unless the flags say otherwise
 */
export async function givenOptions(
  entry: CatalogEntry,
  flags: OptionFlags,
  implied: Pick<GivenOptions, 'options' | 'reading'> = { options: {}, reading: null },
): Promise<GivenOptions> {
  const named = [...(flags.secret ?? []), ...(flags.passwordFile ? [`${DECRYPT_PASSWORD}=${flags.passwordFile}`] : [])];
  const secrets = Object.fromEntries(await Promise.all(named.map(readSecret)));
  const { [DECRYPT_PASSWORD]: passwordText, ...secretOptions } = secrets;
  const fromFile = passwordText === undefined ? null : firstLine(passwordText);
  const reading = readReading(flags, secretOptions) ?? implied.reading;
  const ofTarget = Object.entries(secretOptions).filter(([name]) => !Object.hasOwn(reading?.options ?? {}, name));
  const given = { ...implied.options, ...readOptions(entry, flags.option ?? []), ...secretValues(entry, ofTarget) };
  if (flags.lenient !== true) refuseUnknown(entry, given, reading);
  const { password, ...options } = given;
  return { options, reading, password: fromFile ?? (typeof password === 'string' ? password : null) };
}

/** Reads the input engine's options. Secrets count if it has options of these names. The task reports unknown engines. */
function readReading(
  { engine, inputOption = [] }: OptionFlags,
  secrets: Readonly<Record<string, string>>,
): GivenOptions['reading'] {
  if (engine !== undefined) {
    const entry = engineEntry(engine);
    const given = inputOption.map((pair) => splitPair(pair, '-i name=value'));
    const read = ([name, value]: [string, string]) =>
      entry === undefined ? value : parseOptionText(entry, name, value);
    const ofEngine = Object.entries(secrets).filter(([name]) => Object.hasOwn(entry?.options ?? {}, name));
    const fromFiles = entry === undefined ? {} : secretValues(entry, ofEngine);
    return { engine, options: { ...Object.fromEntries(given.map((pair) => [pair[0], read(pair)])), ...fromFiles } };
  }
  if (inputOption.length === 0) return null;
  throw badRequest('Options of an input (-i) need --engine, which says how the input is read.');
}

const engineEntry = (engine: string) => inputEntries().find(({ target }) => target === engine);

function readOptions(entry: CatalogEntry, pairs: readonly string[]): OptionValues {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, value] = splitPair(pair, '-o name=value');
      return [name, parseOptionText(entry, name, value)];
    }),
  );
}

/** Reports unknown names and wrong values together. If only values are wrong, the task reports them. */
function refuseUnknown(entry: CatalogEntry, options: OptionValues, reading: GivenOptions['reading']): void {
  const engine = reading === null ? undefined : engineEntry(reading.engine);
  const unknown = [
    ...unknownErrors(entry, options, `${entry.category}/${entry.target}`),
    ...(engine === undefined ? [] : unknownErrors(engine, reading?.options ?? {}, `input/${engine.target}`)),
  ];
  if (unknown.length > 0) throw new ConversionErrors([...unknown, ...valueErrors(entry, options)]);
}

const unknownErrors = (entry: CatalogEntry, options: OptionValues, path: string): ConversionError[] =>
  unknownOptions(entry, options).map(({ option, member, problem, close }) => {
    const isPassword = option === DECRYPT_PASSWORD;
    const hint = isPassword
      ? ' The password of an input is given with --password-file FILE.'
      : `${didYouMean(close)} "convertd catalog ${path}" lists its options; --lenient ignores unknown ones.`;
    const details = { option, ...(member !== undefined && { member }) };
    return new ConversionError('option_invalid', `${problem}.${hint}`, { details });
  });

function valueErrors({ category, target }: CatalogEntry, options: OptionValues): readonly ConversionError[] {
  try {
    validateConversion({ category, target, options });
    return [];
  } catch (error) {
    if (error instanceof ConversionErrors) return error.errors;
    throw error;
  }
}

async function readSecret(pair: string): Promise<[string, string]> {
  const [name, path] = splitPair(pair, '--secret name=FILE');
  const text = await readText(path).catch((cause: NodeJS.ErrnoException) => {
    throw badRequest(`The file ${path} for the secret ${name} cannot be read (${cause.code}).`);
  });
  return [name, text];
}

/** Returns the values of secrets from the texts of their files: the first line, or JSON of several lines for lists and objects. */
function secretValues(entry: CatalogEntry, secrets: readonly (readonly [string, string])[]): OptionValues {
  const value = (name: string, text: string) => {
    const { type } = entry.options[name] ?? {};
    return type === 'array' || type === 'object' ? parseOptionText(entry, name, text) : firstLine(text);
  };
  return Object.fromEntries(secrets.map(([name, text]) => [name, value(name, text)]));
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? '';

/** Throws ConversionErrors for a file after -i or -o, which other programs take so. */
export function refuseFlaggedFiles({ option = [], inputOption = [] }: OptionFlags): void {
  const file = [...option, ...inputOption].find((pair) => /^[^=]+\.\w+$/.test(pair));
  if (file === undefined) return;
  throw badRequest(
    `${file} is given as an option. Files need no flag: write the input, then the output or what it becomes, as in "convertd talk.wav talk.mp3".`,
  );
}

function splitPair(pair: string, usage: string): [string, string] {
  const at = pair.indexOf('=');
  if (at <= 0) throw badRequest(`"${pair}" is not of the form ${usage}.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
