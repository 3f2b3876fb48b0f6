import { routeTo } from '../../catalog/conversion-graph.ts';
import { intentCommand } from '../../catalog/example.ts';
import { type CatalogEntry, findEntry } from '../../catalog/index.ts';
import { searchCatalog } from '../../catalog/search.ts';
import type { Intent } from '../../catalog/vocabulary.ts';
import { formatByExtension } from '../../files/formats/by-extension.ts';
import type { Issue } from '../../task/errors.ts';

/** Returns the command for a task in people's words, for these inputs: `talk.mp3 transcribe`. Null if no task has these words. */
export function commandFor(words: string, inputs: readonly string[]): string | null {
  const { intents } = searchCatalog(words);
  const { name: format } = formatByExtension(inputs[0] ?? '');
  const fits = ({ target }: Intent) => {
    const [category = '', name = ''] = target.split('/');
    return routeTo(category, name, format) !== null;
  };
  const intent = intents.find(fits) ?? intents[0];
  if (intent === undefined) return null;
  const [category = '', target = ''] = intent.target.split('/');
  return intentCommand({ ...intent, input: inputs.map(quoted).join(' ') }, findEntry(category, target));
}

/** Returns the command as it was typed with the option that a message asks for; null if none asks for one. */
export function commandWithOption(
  issues: readonly Issue[],
  { options }: CatalogEntry,
  typed: readonly string[],
): string | null {
  const asked = issues
    .map(({ message }) => /\bGive option (\w+)/.exec(message)?.[1])
    .find((option) => option !== undefined);
  const definition = asked === undefined ? undefined : options[asked];
  if (asked === undefined || definition === undefined) return null;
  const value = definition.type === 'boolean' ? true : (definition.example ?? definition.enum?.[0]);
  return `convertd ${typed.map(quoted).join(' ')} -o ${asked}=${String(value)}`;
}

const quoted = (word: string): string => (/^[\w.,:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
