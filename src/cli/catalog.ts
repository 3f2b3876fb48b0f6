import { type CatalogEntry, listEntries, requireEntries } from '../catalog/index.ts';
import { renderCategories, renderCategory, renderEntry } from '../catalog/render.ts';
import { inputEntries } from '../catalog/validate-input.ts';
import { checkEngines, isOffered, whyNotOffered } from '../runner/engines.ts';
import { requireInputEngine } from '../runner/input-engines.ts';
import { EXIT } from './exit-codes.ts';

/**
 * `convertd catalog [category[/target]]`. Returns the exit code; throws `target_unknown`. What this installation does not offer is
 * shown and marked; in JSON, which has no place for a mark, it is left out of the whole list.
 */
export async function catalogCommand(selection: string | undefined, flags: { json?: boolean }): Promise<number> {
  await checkEngines();
  const [category, target] = selection?.split('/', 2) ?? [];
  if (category === INPUT) return showInputs(target, flags);
  const entries = category === undefined ? listEntries() : requireEntries(category, target);
  process.stdout.write(flags.json ? renderJson(entries, category) : renderText(entries, category, target));
  return EXIT.completed;
}

/** In place of a category: ways to read an input. */
const INPUT = 'input';

function showInputs(name: string | undefined, { json }: { json?: boolean }): number {
  const entries = inputEntries().filter(({ target }) => name === undefined || target === name);
  if (entries.length === 0) requireInputEngine(name ?? '');
  const offered = () => null;
  const text =
    name === undefined
      ? renderCategory(entries, offered)
      : entries.map((entry) => renderEntry(entry, offered)).join('\n');
  process.stdout.write(json ? `${JSON.stringify(entries, null, 2)}\n` : text);
  return EXIT.completed;
}

function renderJson(entries: readonly CatalogEntry[], category: string | undefined): string {
  const shown = category === undefined ? entries.filter((entry) => isOffered(entry.category)) : entries;
  for (const each of new Set(entries.map((entry) => entry.category))) {
    const why = whyNotOffered(each);
    if (why !== null) process.stderr.write(`convertd: ${each}: ${why}\n`);
  }
  return `${JSON.stringify(shown, null, 2)}\n`;
}

function renderText(
  entries: readonly CatalogEntry[],
  category: string | undefined,
  target: string | undefined,
): string {
  if (category === undefined) return renderCategories(entries, whyNotOffered);
  if (target === undefined) return renderCategory(entries, whyNotOffered);
  return entries.map((entry) => renderEntry(entry, whyNotOffered)).join('\n');
}
