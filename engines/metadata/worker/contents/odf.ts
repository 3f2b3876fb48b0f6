import { createReadStream } from 'node:fs';
import { withZipMembers } from '../../../../tools/formats/office-files/zip-members.ts';
import { attribute, elements, parseXml } from '../../../../tools/formats/text/xml.ts';
import type { ContentFacts, ContentName } from '../../schema/contents.ts';
import { type Attributes, attributeOf, Counter, type ElementHandler, readElements, textOf } from './counter.ts';

const OF_ALL = [
  ...(['tables', 'pictures', 'charts', 'links', 'comments', 'formulas'] as const),
  ...(['form_fields', 'embedded_files'] as const),
];

/** What a document can have, by the element of its body. */
const ZERO: Readonly<Record<string, readonly ContentName[]>> = {
  // LibreOffice writes text boxes of Word as shapes, so they are not counted.
  text: [...OF_ALL, 'notes', 'headers_and_footers', 'tracked_changes'],
  spreadsheet: [
    ...OF_ALL.filter((name) => name !== 'tables'),
    ...(['headers_and_footers', 'merged_cells', 'hidden_sheets', 'hidden_rows', 'hidden_columns'] as const),
  ],
  presentation: [...OF_ALL, 'recordings', 'hidden_slides', 'slides_with_notes'],
  drawing: [...OF_ALL, 'recordings'],
};

/** Controls of forms (OpenDocument 1.3 part 3, 13.5). */
const CONTROLS: ReadonlySet<string> = new Set([
  ...['button', 'checkbox', 'combobox', 'date', 'file', 'formatted-text', 'image', 'listbox', 'number'],
  ...['password', 'radio', 'text', 'textarea', 'time'],
]);

const EDGES = /^(?:header|footer)(?:-left|-first)?$/;

/** Frames of a page of notes that every page has. */
const NO_NOTES: ReadonlySet<string> = new Set(['date-time', 'footer', 'header', 'page-number']);

/** What an embedded object is; null: neither a chart nor a formula. */
type ObjectKind = 'charts' | 'formulas' | null;

interface Frame {
  object: ObjectKind | 'embedded_files' | 'recordings' | undefined;
  hasPicture: boolean;
}

/** Counts what is in an OpenDocument text, sheet, presentation or drawing (OpenDocument 1.3 part 3). */
class Contents implements ElementHandler {
  #counter = new Counter([]);
  #body = '';
  #style = '';
  readonly #hiddenStyles = new Set<string>();
  /** Families by the names that the document gives them. */
  readonly #families = new Map<string, string | undefined>();
  readonly #fonts = new Set<string>();
  readonly #frames: Frame[] = [];
  readonly #objectKinds: ReadonlyMap<string, ObjectKind>;
  /** Open elements of some names. */
  readonly #open = { forms: 0, object: 0, edge: 0, notes: 0, table: 0 };
  #edgeIsCounted = false;
  #edges = 0;
  #isNotes = false;
  #notesAreCounted = false;

  /** @param objectKinds kinds of embedded objects by their folders */
  constructor(objectKinds: ReadonlyMap<string, ObjectKind>) {
    this.#objectKinds = objectKinds;
  }

  facts(): ContentFacts | null {
    if (!Object.hasOwn(ZERO, this.#body)) return null;
    if (ZERO[this.#body]?.includes('headers_and_footers')) this.#counter.add('headers_and_footers', this.#edges);
    for (const font of this.#fonts) this.#counter.addFont(this.#families.get(font) ?? font);
    return this.#counter.facts();
  }

  open(name: string, attributes: Attributes): void {
    const frame = this.#frames.at(-1);
    if (this.#open.object > 0) {
      // The parts of an object are not those of the document.
      if (name === 'object') this.#open.object += 1;
      if (frame !== undefined && name === 'chart' && frame.object === null) frame.object = 'charts';
      if (frame !== undefined && name === 'math' && frame.object === null) frame.object = 'formulas';
      return;
    }
    if (EDGES.test(name)) {
      this.#open.edge += 1;
      this.#edgeIsCounted = false;
    }
    if (this.#body === '') {
      this.#openStyle(name, attributes);
      if (Object.hasOwn(ZERO, name)) {
        this.#body = name;
        this.#counter = new Counter(ZERO[name] ?? []);
      }
      return;
    }
    this.#openContent(name, attributes, frame);
  }

  #openStyle(name: string, attributes: Attributes): void {
    if (name === 'style') this.#style = attributeOf(attributes, 'name') ?? '';
    if (name === 'font-face') {
      this.#families.set(attributeOf(attributes, 'name') ?? '', attributeOf(attributes, 'font-family'));
    }
    const font = name === 'text-properties' ? attributeOf(attributes, 'font-name') : undefined;
    if (font !== undefined) this.#fonts.add(font);
    const isHidden =
      (name === 'table-properties' && attributeOf(attributes, 'display') === 'false') ||
      (name === 'drawing-page-properties' && attributeOf(attributes, 'visibility') === 'hidden');
    if (isHidden) this.#hiddenStyles.add(this.#style);
  }

  #openContent(name: string, attributes: Attributes, frame: Frame | undefined): void {
    const isSheets = this.#body === 'spreadsheet';
    const isHiddenStyle = () => this.#hiddenStyles.has(attributeOf(attributes, 'style-name') ?? '');
    const isHidden = () => /^(?:collapse|filter)$/.test(attributeOf(attributes, 'visibility') ?? '');
    const times = (what: string) => Number(attributeOf(attributes, `number-${what}-repeated`) ?? 1) || 1;
    switch (name) {
      case 'notes':
        this.#isNotes = true;
        this.#notesAreCounted = false;
        break;
      case 'forms':
        this.#open.forms += 1;
        break;
      case 'frame':
        this.#frames.push({ object: undefined, hasPicture: false });
        if (this.#isNotes && !NO_NOTES.has(attributeOf(attributes, 'class') ?? ''))
          this.#open.notes = this.#frames.length;
        break;
      case 'image':
        if (frame !== undefined) frame.hasPicture = true;
        else if (this.#open.forms > 0) this.#counter.add('form_fields');
        return;
      case 'object':
        this.#open.object = 1;
        if (frame !== undefined) frame.object = this.#kindOf(attributeOf(attributes, 'href'));
        break;
      case 'object-ole':
        if (frame !== undefined) frame.object = 'embedded_files';
        break;
      case 'plugin':
        if (frame !== undefined) frame.object = 'recordings';
        break;
      case 'table':
        if (!isSheets) this.#counter.add('tables');
        else if (this.#open.table === 0 && isHiddenStyle()) this.#counter.add('hidden_sheets');
        this.#open.table += 1;
        break;
      case 'table-row':
        if (isSheets && isHidden()) this.#counter.add('hidden_rows', times('rows'));
        break;
      case 'table-column':
        if (isSheets && isHidden()) this.#counter.add('hidden_columns', times('columns'));
        break;
      case 'table-cell':
        if (!isSheets) break;
        if (attributeOf(attributes, 'formula')) this.#counter.add('formulas', times('columns'));
        if (spans(attributes)) this.#counter.add('merged_cells');
        break;
      case 'a':
        if (!(attributeOf(attributes, 'href') ?? '#').startsWith('#')) this.#counter.add('links');
        break;
      case 'annotation':
        this.#counter.add('comments');
        break;
      case 'note':
        this.#counter.add('notes');
        break;
      case 'changed-region':
        this.#counter.add('tracked_changes');
        break;
      case 'page':
        if (this.#body === 'presentation' && isHiddenStyle()) this.#counter.add('hidden_slides');
        break;
      default:
        if (this.#open.forms > 0 && CONTROLS.has(name)) this.#counter.add('form_fields');
    }
  }

  #kindOf(address: string | undefined): Frame['object'] {
    // In a flat file, the object itself follows.
    if (address === undefined) return null;
    return this.#objectKinds.get(address.replace(/^\.\//, '').replace(/\/$/, '')) ?? 'embedded_files';
  }

  close(name: string): void {
    if (this.#open.object > 0) {
      if (name === 'object') this.#open.object -= 1;
      return;
    }
    if (EDGES.test(name)) this.#open.edge -= 1;
    if (name === 'notes') this.#isNotes = false;
    if (name === 'forms') this.#open.forms -= 1;
    if (name === 'table') this.#open.table -= 1;
    if (name !== 'frame') return;
    const frame = this.#frames.pop();
    if (this.#open.notes > this.#frames.length) this.#open.notes = 0;
    if (frame === undefined) return;
    if (frame.object !== undefined) this.#counter.add(frame.object ?? 'embedded_files');
    else if (frame.hasPicture) this.#counter.add('pictures');
  }

  text(text: string): void {
    if (text.trim() === '') return;
    if (this.#open.edge > 0 && !this.#edgeIsCounted) {
      this.#edgeIsCounted = true;
      this.#edges += 1;
    }
    if (this.#open.notes > 0 && this.#open.object === 0 && !this.#notesAreCounted) {
      this.#notesAreCounted = true;
      this.#counter.add('slides_with_notes');
    }
  }
}

const spans = (attributes: Attributes): boolean =>
  ['number-columns-spanned', 'number-rows-spanned'].some((name) => Number(attributeOf(attributes, name) ?? 1) > 1);

const KINDS: Readonly<Record<string, ObjectKind>> = {
  'application/vnd.oasis.opendocument.chart': 'charts',
  'application/vnd.oasis.opendocument.formula': 'formulas',
};

/** Counts the contents of an OpenDocument file; null if a part is too large for it, or encrypted. */
export function odfContents(path: string): Promise<ContentFacts | null> {
  return withZipMembers(path, async (zip) => {
    const [manifest, styles, content] = [
      await zip.read('META-INF/manifest.xml'),
      await zip.read('styles.xml'),
      await zip.read('content.xml'),
    ];
    if (content === null || (styles === null && zip.has('styles.xml'))) return null;
    const entries = manifest === null ? [] : elements(parseXml(manifest), 'file-entry');
    const kinds = entries.flatMap((entry): [string, ObjectKind][] => {
      const kind = KINDS[attribute(entry, 'media-type') ?? ''];
      return kind === undefined ? [] : [[(attribute(entry, 'full-path') ?? '').replace(/\/$/, ''), kind]];
    });
    const contents = new Contents(new Map(kinds));
    for (const part of [styles, content]) {
      const reader = readElements(contents);
      if (part !== null) reader.write(textOf(part));
      reader.end();
    }
    return contents.facts();
  });
}

/** Does the same for a flat file of any size. */
export async function flatOdfContents(path: string): Promise<ContentFacts | null> {
  const contents = new Contents(new Map());
  const reader = readElements(contents);
  for await (const piece of createReadStream(path, { encoding: 'utf8' })) reader.write(piece as string);
  reader.end();
  return contents.facts();
}
