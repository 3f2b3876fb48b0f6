import { listEntries, requireEntries } from '../catalog/index.ts';
import { renderCategories, renderCategory, renderEntry } from '../catalog/render.ts';
import { hasEngine } from '../runner/engines.ts';
import { EXIT } from './exit-codes.ts';

/** `convertd catalog [category[/target]]`. Returns the exit code; throws `target_unknown`. */
export function catalogCommand(selection: string | undefined, flags: { json?: boolean }): number {
  const [category, target] = selection?.split('/', 2) ?? [];
  const entries = category === undefined ? listEntries() : requireEntries(category, target);
  const text = flags.json
    ? `${JSON.stringify(entries, null, 2)}\n`
    : category === undefined
      ? renderCategories(entries, hasEngine)
      : target === undefined
        ? renderCategory(entries, hasEngine)
        : entries.map((entry) => renderEntry(entry, hasEngine)).join('\n');
  process.stdout.write(text);
  return EXIT.completed;
}
