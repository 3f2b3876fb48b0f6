import type { TargetOptions } from '../../src/catalog/definition.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { type FileTag, readPrintedTags, type TagValue } from '../../tools/programs/exiftool/exiftool.ts';
import type { catalog } from './catalog.ts';
import type { Facts } from './schema/document.ts';
import { tagMap } from './values.ts';
import { editableIn } from './write.ts';

type JsonOptions = TargetOptions<typeof catalog, 'json'>;
type KeysFormat = NonNullable<JsonOptions['keys_format']>;

/** Names of tags, made of their words: `MIMEType` has the words `MIME` and `Type`. */
const KEYS: Readonly<Record<KeysFormat, (words: readonly string[], name: string) => string>> = {
  original: (_words, name) => name,
  capital_first: (words) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(' '),
  snake_lowercase: (words) => words.join('_').toLowerCase(),
  snake_uppercase: (words) => words.join('_').toUpperCase(),
  lowercase_nospaces: (words) => words.join('').toLowerCase(),
  lowercase_with_spaces: (words) => words.join(' ').toLowerCase(),
  uppercase_nospaces: (words) => words.join('').toUpperCase(),
  uppercase_with_spaces: (words) => words.join(' ').toUpperCase(),
};

/** Whether the options ask for a flat document. */
export const isFlat = ({ keys_format, output_mode }: Pick<JsonOptions, 'keys_format' | 'output_mode'>): boolean =>
  keys_format !== undefined || output_mode !== undefined;

/**
 * Returns the tags of a file as one object, by the names and in the words of ExifTool; of files that ExifTool does not read, what our own
 * readers find. Throws ConversionError `program_missing`, and as running ExifTool does.
 * @param readFacts reads the file by our own readers
 */
export async function flatDocument(
  input: LocalInput,
  { keys_format = 'snake_lowercase', output_mode = 'basic' }: JsonOptions,
  readFacts: () => Promise<Facts>,
  context: WorkContext,
): Promise<Record<string, unknown>> {
  const tags = await tagsOf(input, readFacts, context);
  const isEditable = output_mode === 'expert' ? await editableIn(input, context) : null;
  const document = new Map<string, unknown>();
  for (const tag of oneOfEachName(tags)) {
    const { name } = tag;
    // What a tag can hold is limited as in the nested document.
    const value = tagMap([[name, tag.value]])?.[name];
    if (value === undefined) continue;
    const key = KEYS[keys_format](wordsOf(name), name);
    const key_formatted = KEYS.snake_lowercase(wordsOf(name), name);
    const entry = isEditable === null ? value : { editable: isEditable(tag), key_formatted, value };
    // Of two names that become one key, the second stays as it is.
    document.set(document.has(key) ? name : key, entry);
  }
  return Object.fromEntries(document);
}

/** Of tags with the same name, what ExifTool makes of several counts, such as the latitude with its hemisphere; otherwise the first one. */
function oneOfEachName(tags: readonly FileTag[]): Iterable<FileTag> {
  const chosen = new Map<string, FileTag>();
  for (const tag of tags) if (!chosen.has(tag.name) || tag.group === 'Composite') chosen.set(tag.name, tag);
  return chosen.values();
}

/** Parts a name at hyphens, spaces and capitals: `XMPToolkit` are two words, `By-line` too. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');

/** Groups about the copy of the file here, about ExifTool, and about the first member of a zip. */
const OTHER_GROUPS = /^(?:File:System|ExifTool|ZIP)(?:$|:)/;

async function tagsOf(input: LocalInput, readFacts: () => Promise<Facts>, context: WorkContext): Promise<FileTag[]> {
  const { filename, format } = input;
  const all = await readPrintedTags(input.path, context);
  const tags = all.filter(({ group }) => !OTHER_GROUPS.test(group));
  const own: FileTag[] = [{ group: 'File', name: 'FileName', value: filename }];
  const size = all.find(({ name }) => name === 'FileSize');
  if (size !== undefined) own.push(size);
  if (input.size === 0 || tags.some(({ group }) => group !== 'File')) {
    if (input.decryptPassword !== null) {
      const message = `The decrypt_password of ${filename} was not used: a flat document has what is readable without it.`;
      context.warn('option_no_effect', message, { option: 'decrypt_password' });
    }
    return [...own, ...tags];
  }
  const read = sectionTags(await readFacts());
  if (format !== null) {
    const { name, contentType } = format;
    const type = { FileType: name.toUpperCase(), FileTypeExtension: name, MIMEType: contentType };
    own.push(...Object.entries(type).map(([each, value]) => ({ group: 'File', name: each, value })));
  }
  return [...own, ...read, ...tags];
}

/** ExifTool's names of members that it calls differently. */
const NAMES: Readonly<Record<string, string>> = {
  authors: 'Creator',
  created: 'CreateDate',
  creator_tool: 'Software',
  editing_seconds: 'TotalEditTime',
  modified: 'ModifyDate',
  printed: 'LastPrinted',
  revision: 'RevisionNumber',
};

/** Returns the members of all sections as tags; lists of texts are values, and of other lists their count. */
function sectionTags(section: object): FileTag[] {
  return Object.entries(section).flatMap(([member, value]): FileTag[] => {
    const name = NAMES[member] ?? wordsOf(member).map(KEYS_OF_MEMBER).join('');
    if (typeof value !== 'object' || value === null) return [{ group: '', name, value: value as TagValue }];
    if (!('count' in value && 'items' in value)) return sectionTags(value);
    const items = value.items as readonly TagValue[];
    return [{ group: '', name, value: typeof items[0] === 'object' ? (value.count as number) : items }];
  });
}

const KEYS_OF_MEMBER = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
