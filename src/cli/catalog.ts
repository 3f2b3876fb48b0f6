import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { leadsTo } from '../catalog/conversion-graph.ts';
import {
  type CatalogEntry,
  isTarget,
  listCategories,
  listEntries,
  requireEntries,
  resolveTarget,
} from '../catalog/index.ts';
import { renderCategories, renderCategory, renderEntry, renderFound, renderLeads } from '../catalog/render.ts';
import { searchCatalog, targetsFor } from '../catalog/search.ts';
import { inputEntries } from '../catalog/validate-input.ts';
import { formatByExtension } from '../files/formats/by-extension.ts';
import { identify } from '../files/identify.ts';
import { checkEngines, isOffered, whyNotOffered } from '../runner/engines.ts';
import { requireInputEngine } from '../runner/input-engines.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import { badRequest } from './bad-request.ts';
import { EXIT } from './exit-codes.ts';

export interface CatalogFlags {
  readonly json?: boolean;
  /** A file or an extension: lists what it can be converted to. */
  readonly from?: string;
  /** Words that describe a task, a target or an option. */
  readonly search?: string;
}

/** The entries to list, and their text for people. */
interface Listing {
  readonly entries: readonly CatalogEntry[];
  text(): string;
}

/**
 * `convertd catalog [category | target | words]`, `--from FILE`, `--search WORDS`. Returns the exit code; throws `target_unknown`.
 * Targets that this installation does not offer are shown with a mark. JSON has no place for a mark, so the full list leaves them out.
 */
export async function catalogCommand(words: readonly string[], flags: CatalogFlags): Promise<number> {
  await checkEngines();
  const { entries, text } = await listingOf(words.join(' '), flags);
  process.stdout.write(flags.json ? renderJson(entries, words.length === 0) : text());
  return EXIT.completed;
}

async function listingOf(selection: string, { from, search }: CatalogFlags): Promise<Listing> {
  if ([selection !== '', from !== undefined, search !== undefined].filter(Boolean).length > 1) {
    throw badRequest('Give one of a category or target, --from FILE, and --search WORDS.');
  }
  if (from !== undefined) return leadsOf(from);
  if (search !== undefined) return foundFor(search);
  return selection === '' ? everything() : selected(selection);
}

const everything = (): Listing => {
  const entries = listEntries();
  return { entries, text: () => renderCategories(entries, whyNotOffered) };
};

/** Stands for a category: lists the ways to read an input. */
const INPUT = 'input';

/** A category takes precedence over a target of the same name. Words that are neither are searched for. */
function selected(selection: string): Listing {
  const [category = '', target] = selection.split('/', 2);
  if (category === INPUT) return inputs(target);
  if (target !== undefined) return oneEntry(requireEntries(category, target));
  if (listCategories().includes(category)) {
    const entries = requireEntries(category);
    return { entries, text: () => renderCategory(entries, whyNotOffered) };
  }
  if (isTarget(selection)) return oneEntry([resolveTarget(selection)]);
  const found = foundFor(selection);
  return found.entries.length > 0 ? found : oneEntry([resolveTarget(selection)]);
}

function oneEntry(entries: readonly CatalogEntry[]): Listing {
  return {
    entries,
    text: () =>
      entries
        .map((entry) => {
          const others = listEntries({ target: entry.target }).filter(({ category }) => category !== entry.category);
          const also = others.map(({ category, target }) => `${category}/${target}`).join(', ');
          return `${renderEntry(entry, whyNotOffered)}${also === '' ? '' : `\nOther targets of this name: ${also}\n`}`;
        })
        .join('\n'),
  };
}

function inputs(name: string | undefined): Listing {
  const entries = inputEntries().filter(({ target }) => name === undefined || target === name);
  if (entries.length === 0) requireInputEngine(name ?? '');
  const offered = () => null;
  return {
    entries,
    text: () =>
      name === undefined
        ? renderCategory(entries, offered)
        : entries.map((entry) => renderEntry(entry, offered)).join('\n'),
  };
}

/** Detects the format by the content of a file; without such a file, by the extension of the name. */
async function leadsOf(from: string): Promise<Listing> {
  const isFile = (await stat(from).catch(() => null))?.isFile() === true;
  const format = isFile ? await identify(from) : formatByExtension(from);
  if (format === null || (!isFile && format.kind === 'other')) {
    const message = isFile
      ? `The type of ${from} is unknown. Any file can become an archive, a digest or metadata.`
      : `${from} is neither a file here nor a known extension.`;
    throw new ConversionErrors([new ConversionError('input_wrong_type', message)]);
  }
  const leads = leadsTo(format.name).filter(({ entry }) => isOffered(entry.category));
  return {
    entries: leads.map(({ entry }) => entry),
    text: () => renderLeads(isFile ? basename(from) : `.${format.name}`, format.name, leads),
  };
}

function foundFor(words: string): Listing {
  const text = renderFound(searchCatalog(words));
  return { entries: targetsFor(words), text: () => text ?? `Nothing in the catalog matches "${words}".\n` };
}

/** Leaves out what is not offered from the full list only. A request by name shows it, with a remark. */
function renderJson(entries: readonly CatalogEntry[], isWhole: boolean): string {
  const shown = isWhole ? entries.filter((entry) => isOffered(entry.category)) : entries;
  for (const each of new Set(entries.map((entry) => entry.category))) {
    const why = each === INPUT ? null : whyNotOffered(each);
    if (why !== null) process.stderr.write(`convertd: ${each}: ${why}\n`);
  }
  return `${JSON.stringify(shown, null, 2)}\n`;
}
