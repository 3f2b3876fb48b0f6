import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SUBTITLE_TARGETS } from '../../engines/document/catalog-subtitles.ts';
import { isRoute, ROUTES } from '../../engines/document/routes.ts';
import { sourceOf as bookSourceOf } from '../../engines/ebook/sources.ts';
import { DECODERS } from '../../engines/image/sources.ts';
import { compressorOf } from '../../engines/operation/compress/kinds.ts';
import { ownTarget } from '../../engines/operation/pictures.ts';
import { leadsTo, likelyTargets, routeTo } from '../../src/catalog/conversion-graph.ts';
import { PICTURE_SUBTITLES } from '../../src/catalog/format-sets.ts';
import { listCategories, listEntries } from '../../src/catalog/index.ts';
import { reads } from '../../src/catalog/readable-formats.ts';
import { formatByExtension } from '../../src/files/formats/by-extension.ts';
import { formatNames, formatOf, isRead } from '../../src/files/formats/names.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { isCadDrawing } from '../../tools/formats/dwg/preview/options.ts';
import { isLocked, sourceOf } from '../../tools/formats/office-files/families.ts';
import { READ_FORMATS } from '../../tools/formats/subtitles/model.ts';

const inputOf = (name: string): LocalInput => ({
  id: '1',
  // Some texts are told by what they contain: here nothing that matters.
  path: fileURLToPath(import.meta.url),
  filename: `file.${name}`,
  size: 1,
  format: formatOf(name),
  decryptPassword: null,
});

const isTaken = (look: () => unknown): boolean => {
  try {
    look();
    return true;
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'input_wrong_type') return false;
    throw error;
  }
};

/** Whether the document engine reads a format, by its own tables. */
function documentReads(name: string, target: string): { option: string | null } | null {
  const input = inputOf(name);
  const kind = isRead(name) ? (input.format?.kind ?? 'other') : 'other';
  const isSubtitles = Object.hasOwn(SUBTITLE_TARGETS, target);
  if (isSubtitles && READ_FORMATS.some((format) => format === name)) return { option: null };
  if (kind === 'video' && (isSubtitles || target === 'txt')) return { option: null };
  if (PICTURE_SUBTITLES.includes(name)) return isSubtitles || target === 'txt' ? { option: null } : null;
  if (kind === 'audio' || kind === 'video') return { option: 'language_stt' };
  if (isSubtitles) return null;
  if (isCadDrawing(input) || isLocked(input)) return { option: null };
  // The ebook engine first makes texts of books.
  if (kind === 'ebook') return isTaken(() => bookSourceOf(input, { isText: false })) ? { option: null } : null;
  if (!isTaken(() => sourceOf(input))) return null;
  const row: Readonly<Record<string, Parameters<typeof isRoute>[0]>> = ROUTES[sourceOf(input).family];
  const route = row[target];
  return { option: route === undefined || isRoute(route) ? null : 'ocr' };
}

const documentTargets = listEntries({ category: 'document' }).map(({ target }) => target);

/** Returns which other categories read a format, by the catalog and by the tables of their engines. */
function othersRead(name: string): readonly (readonly [what: string, byCatalog: boolean, byEngine: boolean])[] {
  const input = inputOf(name);
  const isPicture = Object.hasOwn(DECODERS, name);
  // Nobody says in which language pictures are read.
  const isText =
    ['document', 'ebook', 'text'].includes(formatOf(name).kind) &&
    reads('document', 'txt', name)?.option === null &&
    !PICTURE_SUBTITLES.includes(name);
  const isBook = isTaken(() => bookSourceOf(input, { isText: false }));
  const isUnread = !isRead(name) || (formatOf(name).kind === 'image' && !isPicture);
  return [
    ['image', reads('image', 'png', name) !== null, isPicture],
    ['compress', reads('operation', 'compress', name) !== null, compressorOf(input) !== null],
    ['resize', reads('operation', 'resize-image', name) !== null, ownTarget(input) !== null],
    ['speech', reads('audio', 'mp3', name)?.option === 'language_tts', isText],
    ['ebook', reads('ebook', 'epub', name) !== null, isBook && !isUnread],
  ];
}

describe('what the targets of a category read, as its engine has it', () => {
  it.each(documentTargets)('document/%s', (target) => {
    const byEngine = formatNames().map((name) => [name, documentReads(name, target)]);
    expect(formatNames().map((name) => [name, reads('document', target, name)])).toEqual(byEngine);
  });

  it('the other categories', () => {
    const wrong = formatNames().flatMap((name) =>
      othersRead(name).flatMap(([what, byCatalog, byEngine]) =>
        byCatalog === byEngine ? [] : [`${what} of ${name}: ${byCatalog}, but its engine says ${byEngine}`],
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('categories that take a file, by its name', () => {
  const takes = (category: string, name: string) =>
    listEntries({ category }).some(({ target }) => routeTo(category, target, formatByExtension(name).name) !== null);

  it.each([
    ['talk.wav', ['audio', 'document', 'ebook'], ['image', 'cad']],
    ['photo.JPEG', ['image', 'document', 'ebook'], ['audio', 'cad']],
    ['pdf', ['document', 'image', 'ebook', 'audio'], ['cad']],
    ['plan.dwg', ['cad', 'image', 'document'], []],
    ['x.unknown', ['hash', 'archive'], ['audio', 'document']],
  ])('%s', (name, taking, others) => {
    expect(taking.filter((category) => !takes(category, name))).toEqual([]);
    expect(others.filter((category) => takes(category, name))).toEqual([]);
  });

  it('a category of a further engine may take anything', () => {
    expect(routeTo('of-another-engine', 'anything', 'wav')).toEqual({ how: 'direct', option: null });
  });
});

describe('what leads where', () => {
  it('goes directly where the engine reads the input', () => {
    expect(routeTo('document', 'pdf', 'jpg')).toEqual({ how: 'direct', option: null });
    expect(routeTo('audio', 'mp3', 'docx')).toEqual({ how: 'direct', option: 'language_tts' });
  });

  it('goes through one conversion where that leads there', () => {
    const bridge = (category: string, target: string) => expect.objectContaining({ category, target });
    expect(routeTo('document', 'pdf', 'heic')).toEqual({
      how: 'through',
      bridge: bridge('image', 'png'),
      option: null,
    });
    expect(routeTo('document', 'txt', 'heic')).toEqual({
      how: 'through',
      bridge: bridge('image', 'png'),
      option: 'ocr',
    });
    expect(routeTo('document', 'pdf', 'djvu')).toEqual({
      how: 'through',
      bridge: bridge('image', 'pdf'),
      option: null,
    });
    expect(routeTo('image', 'png', 'docx')).toEqual({
      how: 'through',
      bridge: bridge('document', 'pdf'),
      option: null,
    });
    expect(routeTo('image', 'png', 'epub')).toEqual({
      how: 'through',
      bridge: bridge('document', 'pdf'),
      option: null,
    });
  });

  it('ends where nothing leads', () => {
    expect(routeTo('image', 'png', 'mp3')).toBeNull();
    expect(routeTo('cad', 'dxf', 'jpg')).toBeNull();
    expect(routeTo('operation', 'compress', 'heic')).toBeNull();
    expect(leadsTo('otf').map(({ entry }) => entry.category)).not.toContain('document');
  });

  it('leads from any picture that is read at all to every target of document with text', () => {
    const missing = Object.keys(DECODERS).flatMap((picture) =>
      documentTargets
        .filter((target) => !Object.hasOwn(SUBTITLE_TARGETS, target))
        .filter((target) => routeTo('document', target, picture) === null)
        .map((target) => `${picture} to ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(['jpg', 'heic', 'docx', 'epub', 'mp3', 'mp4', 'dwg', 'txt', 'zip', 'pdf', 'odg'])(
    'likely targets of %s are in the catalog, need no option and are not itself',
    (name) => {
      const paths = likelyTargets(name);
      expect(paths.length).toBeGreaterThan(2);
      expect(paths.every((path) => listCategories().includes(path.split('/')[0] ?? ''))).toBe(true);
      expect(paths.map((path) => path.split('/')[1])).not.toContain(name);
    },
  );
});
