import { type CatalogEntry, listEntries, requireEntries } from '../catalog/index.ts';
import { renderCategories, renderCategory, renderEntry } from '../catalog/render.ts';
import { checkEngines, isOffered, whyNotOffered } from '../runner/engines.ts';
import { EXIT } from './exit-codes.ts';

/**
 * `convertd catalog [category[/target]]`. Returns the exit code; throws `target_unknown`. What this installation does not offer is
 * shown and marked; in JSON, which has no place for a mark, it is left out of the whole list.
 */
export async function catalogCommand(selection: string | undefined, flags: { json?: boolean }): Promise<number> {
  await checkEngines();
  const [category, target] = selection?.split('/', 2) ?? [];
  const entries = category === undefined ? listEntries() : requireEntries(category, target);
  process.stdout.write(flags.json ? renderJson(entries, category) : renderText(entries, category, target));
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
