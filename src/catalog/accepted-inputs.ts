import { formatNames, formatOf } from '../files/formats/names.ts';
import { type Route, routeTo } from './conversion-graph.ts';
import type { CatalogEntry } from './definition.ts';

/** Formats that a target accepts in the same way, as text. */
export interface AcceptedInput {
  /** `with ocr`, `through image/png`; empty: directly. */
  readonly how: string;
  readonly formats: readonly string[];
}

/** Describes a route; empty if it is direct. */
export function routeText(route: Route): string {
  const through = route.how === 'through' ? `through ${route.bridge.category}/${route.bridge.target}` : '';
  const option = route.option === null ? '' : `with ${route.option}`;
  return [through, option].filter((text) => text !== '').join(', ');
}

/** Kinds of files with formats that are summarised if all of them are accepted in the same way. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  archive: 'all archives',
  audio: 'all audio',
  cad: 'all drawings',
  document: 'all documents',
  ebook: 'all books',
  font: 'fonts',
  image: 'all pictures',
  other: 'other files',
  program: 'programs',
  text: 'all texts',
  video: 'all video',
};

/** Returns what a target accepts as input, formats without a condition first. */
export function acceptedInputsOf({ category, target }: CatalogEntry): AcceptedInput[] {
  const all = formatNames();
  const byHow = Map.groupBy(
    all.flatMap((format) => {
      const route = routeTo(category, target, format);
      return route === null ? [] : [{ format, how: routeText(route) }];
    }),
    ({ how }) => how,
  );
  return [...byHow]
    .map(([how, found]) => ({
      how,
      formats: inWords(
        found.map(({ format }) => format),
        all,
      ),
    }))
    .sort((a, b) => a.how.length - b.how.length);
}

function inWords(formats: readonly string[], all: readonly string[]): string[] {
  if (formats.length === all.length) return ['any file'];
  const byKind = Map.groupBy(formats, (format) => formatOf(format).kind);
  return [...byKind].flatMap(([kind, names]) => {
    const count = all.filter((format) => formatOf(format).kind === kind).length;
    return names.length === count ? [KIND_WORDS[kind] ?? kind] : names.toSorted();
  });
}
