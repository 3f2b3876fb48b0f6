import { address } from '../access/api.js';
import { extensionOf } from '../shell/format.js';

/* What files can become, by the same tables of the service as `convertd catalog --from`. */

/**
 * @typedef {import('../../conversions/guide.ts').Guide} Tables
 * @typedef {import('../../conversions/guide.ts').GuideSearch} Found
 * @typedef {import('../../conversions/guide.ts').ButtonTask} Task
 * @typedef {ReturnType<typeof createGuide>} Guide
 */

/** Number of likely targets that are shown. */
const MOST = 10;
const FEWEST = 6;

/** Shown while nothing is known of the files. */
const POPULAR =
  'document/pdf document/docx image/jpg image/png audio/mp3 video/mp4 ebook/epub operation/compress archive/zip'.split(
    ' ',
  );

/** @param {string} path */
const isDigest = (path) => path.startsWith('hash/');

/** @param {Tables} tables */
export function createGuide(tables) {
  const { targets, extensions, routeOf, routes, kinds } = tables;
  const order = new Map(targets.map((path, index) => [path, index]));

  /** @param {string} format */
  const routeFor = (format) => routes[routeOf[format] ?? routeOf.bin ?? 0] ?? { targets: [], needs: {} };

  /** @param {string} name of a file @returns {string} its probable format */
  const formatOf = (name) => {
    const extension = extensionOf(name);
    return extensions[extension] ?? (extension in routeOf ? extension : 'bin');
  };

  /** @param {readonly string[]} formats @returns {string[]} what files of all of these can become, in the order of the catalog */
  const possible = (formats) => {
    const counts = new Map();
    const different = new Set(formats);
    for (const format of different) {
      for (const number of routeFor(format).targets) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return targets.filter((_, number) => different.size === 0 || counts.get(number) === different.size);
  };

  /** @param {string} path @param {readonly string[]} formats @returns {string | null} the option that it needs for one of these */
  const needs = (path, formats) => {
    const number = order.get(path) ?? -1;
    for (const format of formats) {
      const option = routeFor(format).needs[number];
      if (option !== undefined) return option;
    }
    return null;
  };

  /** @param {readonly string[]} formats @returns {string[]} 6 to 10 of them, the likeliest first */
  const likely = (formats) => {
    const all = possible(formats);
    const different = [...new Set(formats)];
    if (different.length === 0) return POPULAR.filter((path) => all.includes(path));
    const ranks = new Map();
    for (const format of different) {
      const list = tables.likely[format] ?? [];
      for (const path of all) {
        const place = list.indexOf(path);
        const rank = ranks.get(path) ?? { sum: 0, named: false };
        ranks.set(path, { sum: rank.sum + (place < 0 ? MOST : place), named: rank.named || place >= 0 });
      }
    }
    const sorted = all.filter((path) => ranks.get(path)?.named && needs(path, formats) === null);
    sorted.sort((a, b) => ranks.get(a).sum - ranks.get(b).sum);
    // If formats lead to few targets, generally useful ones are added.
    const rest = ['archive/zip', 'archive/7z', 'metadata/json', ...all].filter(
      (path) => all.includes(path) && !sorted.includes(path) && needs(path, formats) === null && !isDigest(path),
    );
    const filled = [...sorted, ...new Set(rest)].slice(0, Math.max(FEWEST, Math.min(sorted.length, MOST)));
    return [...filled.filter((path) => !isDigest(path)), ...filled.filter(isDigest)];
  };

  return {
    tables,
    targets,
    tasks: tables.tasks,
    formatOf,
    possible,
    needs,
    likely,
    /** @param {string} format */
    kindOf: (format) => kinds[format] ?? 'other',
    /** @param {string} name of a file */
    about: (name) => ({ format: formatOf(name), kind: kinds[formatOf(name)] ?? 'other' }),
    /** @param {readonly string[]} paths @returns {[category: string, paths: string[]][]} digests last */
    byCategory: (paths) => {
      const groups = [...Map.groupBy(paths, (path) => path.split('/')[0] ?? '')];
      return [...groups.filter(([name]) => name !== 'hash'), ...groups.filter(([name]) => name === 'hash')];
    },
    /**
     * Targets with a name, their own or another common one, that begins with the text; exact matches first.
     *
     * @param {string} text
     */
    named: (text) => {
      const wanted = text.toLowerCase().replace(/^[\s.]+|\s+$/g, '');
      if (wanted === '') return [];
      const names = (/** @type {string} */ path) => [path.split('/')[1] ?? '', path, ...(tables.names[path] ?? [])];
      const exact = targets.filter((path) => names(path).includes(wanted));
      return [...exact, ...targets.filter((path) => names(path).some((name) => name.startsWith(wanted)))];
    },
  };
}

/** @returns {Promise<Guide>} */
export async function fetchGuide() {
  const response = await fetch(address('page/guide'));
  if (!response.ok) throw new Error(`the guide was answered with ${response.status}`);
  return createGuide(await response.json());
}

/**
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {Promise<Found>} results of the command line's search; nothing if the service cannot be reached
 */
export async function searchTargets(text, signal) {
  const nothing = { tasks: [], targets: [] };
  try {
    const response = await fetch(address(`page/search?q=${encodeURIComponent(text.slice(0, 200))}`), { signal });
    // Further letters end a search, perhaps while its answer arrives.
    return response.ok ? await response.json() : nothing;
  } catch {
    return nothing;
  }
}
