import { withZipMembers } from '../../../../tools/formats/office-files/zip-members.ts';
import type { ContentFacts, ContentName } from '../../schema/contents.ts';
import { type Attributes, attributeOf, Counter, type ElementHandler, isTrue, readElements, textOf } from './counter.ts';

/** How the parts with such names are counted. */
interface Part {
  readonly name: RegExp;
  readonly handler: (counter: Counter) => ElementHandler;
}

interface Kind {
  /** A part that only documents of this kind have. */
  readonly main: string;
  readonly zero: readonly ContentName[];
  readonly parts: readonly Part[];
}

/** Elements that are counted wherever they stand, by the name without prefix (ECMA-376 part 1). */
type Elements = Readonly<Record<string, ContentName | ((attributes: Attributes) => ContentName | null)>>;

/** What all documents can have: DrawingML, charts, diagrams, formulas. */
const DRAWN: Elements = {
  pic: 'pictures',
  chart: 'charts',
  relIds: 'diagrams',
  oMath: 'formulas',
  videoFile: 'recordings',
  audioFile: 'recordings',
  wavAudioFile: 'recordings',
};

const isTextBox = (attributes: Attributes) => (isTrue(attributes.txBox) ? 'text_boxes' : null);
const leadsAway = (attributes: Attributes): ContentName | null => {
  const isJump = /^ppaction:\/\/(?!hlinkfile|hlinkpres|program)/.test(attributes.action ?? '');
  return attributeOf(attributes, 'id') && !isJump ? 'links' : null;
};

/** Counts elements, but not what older programs would show in their place (part 3, 10.2). */
function counting(elements: Elements, more: (counter: Counter) => Partial<ElementHandler> = () => ({})) {
  return (counter: Counter): ElementHandler => {
    const further = more(counter);
    let fallbacks = 0;
    return {
      open(name, attributes) {
        if (name === 'Fallback') fallbacks += 1;
        if (fallbacks > 0) return;
        const found = Object.hasOwn(elements, name) ? elements[name] : undefined;
        const counted = typeof found === 'function' ? found(attributes) : found;
        if (counted) counter.add(counted);
        further.open?.(name, attributes);
      },
      close(name) {
        if (name === 'Fallback') fallbacks -= 1;
        else if (fallbacks === 0) further.close?.(name);
      },
      text: (text) => (fallbacks === 0 ? further.text?.(text) : undefined),
    };
  };
}

const TEXT: Elements = {
  ...DRAWN,
  tbl: 'tables',
  hyperlink: leadsAway,
  footnoteReference: 'notes',
  endnoteReference: 'notes',
  txbxContent: 'text_boxes',
  OLEObject: 'embedded_files',
  ins: 'tracked_changes',
  del: 'tracked_changes',
  moveFrom: 'tracked_changes',
  moveTo: 'tracked_changes',
  ffData: 'form_fields',
};

/** Content controls that are filled in (part 1, 17.5.2). */
const CONTROLS: ReadonlySet<string> = new Set(['checkbox', 'comboBox', 'date', 'dropDownList', 'text']);

/** Counts content controls, pictures of VML (part 4, 19.1), which embedded objects have too, and links that are fields. */
const ofText = (counter: Counter): Partial<ElementHandler> => {
  const inside = { sdtPr: 0, object: 0, instrText: 0 };
  const isWatched = (name: string): name is keyof typeof inside => Object.hasOwn(inside, name);
  return {
    open(name) {
      if (isWatched(name)) inside[name] += 1;
      if (inside.sdtPr > 0 && CONTROLS.has(name)) counter.add('form_fields');
      if (name === 'imagedata' && inside.object === 0) counter.add('pictures');
    },
    close(name) {
      if (isWatched(name)) inside[name] -= 1;
    },
    text(text) {
      if (inside.instrText > 0 && /^\s*HYPERLINK\s+"/.test(text)) counter.add('links');
    },
  };
};

/** Counts a part once if it has text in elements of these names. */
const countedIfText =
  (counted: ContentName, names: readonly string[]) =>
  (counter: Counter): Partial<ElementHandler> => {
    let inside = 0;
    let isCounted = false;
    return {
      open: (name) => (inside += Number(names.includes(name))),
      close: (name) => (inside -= Number(names.includes(name))),
      text(text) {
        if (isCounted || inside === 0 || text.trim() === '') return;
        isCounted = true;
        counter.add(counted);
      },
    };
  };

/** Counts slides with text in the placeholder of the notes or in boxes of their own: other placeholders are the slide, its number and the date. */
const ofNotes = (counter: Counter): ElementHandler => {
  let isBody = false;
  const text = countedIfText('slides_with_notes', ['t'])(counter);
  return {
    open(name, attributes) {
      if (name === 'sp') isBody = true;
      if (name === 'ph') isBody = attributes.type === 'body';
      text.open?.(name, attributes);
    },
    close: (name) => text.close?.(name),
    text: (piece) => (isBody ? text.text?.(piece) : undefined),
  };
};

/** Counts the hidden columns of a sheet, and its headers and footers. */
const ofSheet = (counter: Counter): Partial<ElementHandler> => {
  let edge = false;
  return {
    open(name, attributes) {
      edge = /^(?:odd|even|first)(?:Header|Footer)$/.test(name);
      if (name !== 'col' || !isTrue(attributes.hidden)) return;
      counter.add('hidden_columns', Math.max(1, Number(attributes.max) - Number(attributes.min) + 1 || 1));
    },
    text(text) {
      if (edge && text.trim() !== '') counter.add('headers_and_footers');
      edge = false;
    },
  };
};

/** Notes the fonts of runs of text. */
const ofRuns = (counter: Counter): Partial<ElementHandler> => ({
  open(name, attributes) {
    if (name !== 'rFonts') return;
    // A font of the theme replaces one that is named beside it (part 1, 17.3.2.26).
    for (const which of ['ascii', 'hAnsi']) {
      if (attributeOf(attributes, `${which}Theme`) === undefined) counter.addFont(attributeOf(attributes, which));
    }
  },
});

/** Notes the fonts of a theme and of slides; a name such as `+mn-lt` is one of the theme. */
const ofLatin = (counter: Counter): Partial<ElementHandler> => ({
  open(name, { typeface }) {
    if (name === 'latin' && !typeface?.startsWith('+')) counter.addFont(typeface);
  },
});

/** Notes the fonts of cells. */
const ofCells = (counter: Counter): Partial<ElementHandler> => ({
  open(name, { val }) {
    if (name === 'name') counter.addFont(val);
  },
});

const both =
  (one: (counter: Counter) => Partial<ElementHandler>, other: (counter: Counter) => Partial<ElementHandler>) =>
  (counter: Counter): Partial<ElementHandler> => {
    const [first, second] = [one(counter), other(counter)];
    return {
      open(name, attributes) {
        first.open?.(name, attributes);
        second.open?.(name, attributes);
      },
      close(name) {
        first.close?.(name);
        second.close?.(name);
      },
      text(text) {
        first.text?.(text);
        second.text?.(text);
      },
    };
  };

const WORD: Kind = {
  main: 'word/document.xml',
  zero: [
    ...(['tables', 'pictures', 'charts', 'diagrams', 'recordings', 'text_boxes', 'links', 'comments'] as const),
    ...(['notes', 'formulas', 'form_fields', 'headers_and_footers', 'tracked_changes', 'embedded_files'] as const),
  ],
  parts: [
    { name: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/, handler: counting(TEXT, both(ofText, ofRuns)) },
    {
      name: /^word\/(?:header|footer)\d*\.xml$/,
      handler: counting(TEXT, both(countedIfText('headers_and_footers', ['t']), ofRuns)),
    },
    { name: /^word\/comments\d*\.xml$/, handler: counting({ comment: 'comments' }) },
    { name: /^word\/styles\.xml$/, handler: counting({}, ofRuns) },
    { name: /^word\/theme\/[^/]+\.xml$/, handler: counting({}, ofLatin) },
  ],
};

const EXCEL: Kind = {
  main: 'xl/workbook.xml',
  zero: [
    ...(['pictures', 'charts', 'diagrams', 'text_boxes', 'links', 'comments', 'formulas', 'form_fields'] as const),
    ...(['headers_and_footers', 'embedded_files', 'merged_cells'] as const),
    ...(['hidden_sheets', 'hidden_rows', 'hidden_columns'] as const),
  ],
  parts: [
    {
      name: /^xl\/workbook\.xml$/,
      handler: counting({ sheet: ({ state }) => (/hidden/i.test(state ?? '') ? 'hidden_sheets' : null) }),
    },
    {
      name: /^xl\/worksheets\/[^/]+\.xml$/,
      handler: counting(
        {
          f: 'formulas',
          hyperlink: leadsAway,
          mergeCell: 'merged_cells',
          oleObject: 'embedded_files',
          row: ({ hidden }) => (isTrue(hidden) ? 'hidden_rows' : null),
        },
        ofSheet,
      ),
    },
    { name: /^xl\/drawings\/[^/]+\.xml$/, handler: counting({ ...DRAWN, cNvSpPr: isTextBox }) },
    { name: /^xl\/(?:comments\/)?comments?\d*\.xml$/, handler: counting({ comment: 'comments' }) },
    { name: /^xl\/styles\.xml$/, handler: counting({}, ofCells) },
    { name: /^xl\/ctrlProps\/[^/]+\.xml$/, handler: counting({ formControlPr: 'form_fields' }) },
  ],
};

const POWERPOINT: Kind = {
  main: 'ppt/presentation.xml',
  zero: [
    ...(['tables', 'pictures', 'charts', 'diagrams', 'recordings', 'text_boxes', 'links', 'comments'] as const),
    ...(['formulas', 'embedded_files', 'hidden_slides', 'slides_with_notes'] as const),
  ],
  parts: [
    {
      name: /^ppt\/slides\/[^/]+\.xml$/,
      handler: counting(
        {
          ...DRAWN,
          tbl: 'tables',
          hlinkClick: leadsAway,
          oleObj: 'embedded_files',
          cNvSpPr: isTextBox,
          sld: ({ show }) => (show === '0' || show === 'false' ? 'hidden_slides' : null),
        },
        ofLatin,
      ),
    },
    { name: /^ppt\/(?:theme|slideMasters|slideLayouts)\/[^/]+\.xml$/, handler: counting({}, ofLatin) },
    { name: /^ppt\/notesSlides\/[^/]+\.xml$/, handler: ofNotes },
    { name: /^ppt\/comments\/[^/]+\.xml$/, handler: counting({ cm: 'comments' }) },
  ],
};

/** Counts the contents of an Office Open XML file; null if a part is too large for it, or the file is of another kind. */
export function ooxmlContents(path: string): Promise<ContentFacts | null> {
  return withZipMembers(path, async (zip) => {
    const kind = [WORD, EXCEL, POWERPOINT].find(({ main }) => zip.has(main));
    if (kind === undefined) return null;
    const counter = new Counter(kind.zero);
    for (const { name } of zip.entries) {
      const part = kind.parts.find((each) => each.name.test(name));
      if (part === undefined) continue;
      const bytes = await zip.read(name);
      if (bytes === null) return null;
      const reader = readElements(part.handler(counter));
      reader.write(textOf(bytes));
      reader.end();
    }
    return counter.facts();
  });
}
