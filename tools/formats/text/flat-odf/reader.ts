import { pageMarkHtml } from '../page-marks.ts';
import { CHECK_SIGNS, CheckBoxes } from './check-boxes.ts';
import { type Container, type Frame, newContainer } from './container.ts';
import { Deletions } from './deletions.ts';
import { OF_OBJECTS, ON_EVERY_SLIDE, SHAPES, SKIPPED } from './element-names.ts';
import { FormulaReader } from './formula.ts';
import { HeaderWatch } from './header-watch.ts';
import { type Openers, openersInLine } from './in-line.ts';
import { Notes } from './notes.ts';
import { headingNumber, type Label, Numbering, startOf } from './numbering.ts';
import { Paragraph } from './paragraph.ts';
import { PICTURES_LIMIT, type PictureBudget, PictureReader } from './picture.ts';
import { areaAround, areaOf, inReadingOrder, type Placed } from './slide-order.ts';
import { SlideTitles } from './slide-titles.ts';
import { OdfStyles } from './styles.ts';
import { Tables } from './tables.ts';
import type { OdfAttributes, OdfHandler } from './xml-events.ts';

export interface FlatOdfOptions {
  /** Whether pictures are included, rather than only their places. */
  readonly pictures: boolean;
  /** Whether marks show where slides begin. */
  readonly marksPages: boolean;
}

const BULLET: Label = { kind: 'bullet', number: 0, text: '' };

/** Content that has no place in Markdown. */
export interface LeftOut {
  /** Whether headers or footers of pages have content. */
  readonly headers: boolean;
  /** Number of readers' comments and answers. */
  readonly comments: number;
}

/** Reads flat OpenDocument of LibreOffice, a text or a presentation, into the body of a page of HTML (own-marks.ts). */
export class FlatOdfReader implements OdfHandler {
  readonly #options: FlatOdfOptions;
  readonly #styles = new OdfStyles();
  readonly #numbering = new Numbering();
  readonly #closers: (() => void)[] = [];
  readonly #containers: Container[] = [newContainer()];
  readonly #frames: Frame[] = [];
  readonly #tables = new Tables();
  readonly #slideTitles = new SlideTitles();
  readonly #notes = new Notes();
  readonly #deletions = new Deletions();
  readonly #checkBoxes = new CheckBoxes();
  readonly #pictures: PictureBudget | null;
  #pages = 0;
  #comments = 0;
  /** Number of open elements in one that is left out, including itself. */
  #skipped = 0;
  #automatic = false;
  /** Reads `office:master-styles` while they are open. */
  readonly #headers = new HeaderWatch();
  #objects = 0;
  #formula: FormulaReader | null = null;
  /** Receives text outside of paragraphs. */
  #collect: ((text: string) => void) | null = null;

  constructor(options: FlatOdfOptions) {
    this.#options = options;
    this.#pictures = options.pictures ? { left: PICTURES_LIMIT } : null;
  }

  /** Returns the body after everything was read. */
  html(): string {
    return `${this.#container.blocks.html()}${this.#notes.html()}`;
  }

  get leftOut(): LeftOut {
    return { headers: this.#headers.hasContent, comments: this.#comments };
  }

  open(given: string, attributes: OdfAttributes): void {
    // Tables in shapes are an extension of OpenDocument.
    const name = /^loext:(?:covered-)?table/.test(given) ? `table:${given.slice('loext:'.length)}` : given;
    if (this.#headers.open(name)) return;
    if (this.#skipped > 0) {
      this.#skipped++;
      return;
    }
    if (this.#formula !== null) this.#formula.open(name);
    else if (SKIPPED.has(name) || this.#isHidden(name, attributes)) {
      this.#skipped = 1;
      if (name === 'office:annotation') this.#comments++;
      return;
    }
    this.#closers.push(this.#formula !== null ? this.#inFormula(name) : this.#opened(name, attributes));
  }

  close(): void {
    if (this.#headers.close()) return;
    if (this.#skipped > 0) this.#skipped--;
    else this.#closers.pop()?.();
  }

  text(text: string): void {
    if (this.#headers.text(text) || this.#skipped > 0) return;
    if (this.#formula !== null) this.#formula.text(text);
    else if (this.#collect !== null) this.#collect(text);
    else this.#container.paragraph?.text(text);
  }

  get #container(): Container {
    return this.#containers.at(-1) as Container;
  }

  #isHidden(name: string, attributes: OdfAttributes): boolean {
    if (name === 'text:section') return attributes['text:display'] === 'none';
    if (name === 'draw:page') return this.#styles.hidesSlide(attributes['draw:style-name']);
    if (attributes['presentation:placeholder'] === 'true') return true;
    if (this.#objects > 0) return OF_OBJECTS.has(name);
    return ON_EVERY_SLIDE.has(attributes['presentation:class'] ?? '');
  }

  #inFormula(name: string): () => void {
    return () => this.#formula?.close(name);
  }

  /** Handles an opening element; returns the function for its end. */
  #opened(name: string, attributes: OdfAttributes): () => void {
    if (SHAPES.has(name)) return this.#box(attributes, false);
    const opener = Object.hasOwn(this.#openers, name) ? this.#openers[name] : undefined;
    if (opener !== undefined) return opener(attributes) ?? nothing;
    if (name.startsWith('style:') || name.startsWith('text:list-level') || name.startsWith('text:outline')) {
      this.#styles.open(name, attributes, this.#automatic);
      this.#slideTitles.openStyle(name, attributes);
      this.#numbering.openStyle(name, attributes);
      return () => this.#styles.close(name);
    }
    return nothing;
  }

  readonly #openers: Openers = {
    'office:automatic-styles': () => {
      this.#automatic = true;
      return () => {
        this.#automatic = false;
      };
    },
    'text:list-style': (attributes) => {
      this.#numbering.openStyle('text:list-style', attributes);
      return undefined;
    },
    'text:p': (attributes) => this.#paragraph(attributes, 0),
    'text:h': (attributes) => this.#paragraph(attributes, Math.max(1, Number(attributes['text:outline-level']) || 1)),
    ...openersInLine(() => this.#container.paragraph),
    'text:list': (attributes) => this.#list(attributes),
    'text:list-item': (attributes) => this.#item({ isNew: true, start: startOf(attributes) }),
    'text:list-header': () => this.#item({ isNew: false, start: null }),
    'text:note': (attributes) => this.#note(attributes),
    'text:note-body': () => this.#inContainer((html) => this.#notes.add(html)),
    'text:changed-region': (attributes) => this.#inContainer((html) => this.#deletions.add(attributes, html)),
    'text:change': (attributes) => {
      const deleted = this.#deletions.at(attributes);
      if (deleted !== undefined) this.#container.paragraph?.inline(deleted);
      return undefined;
    },
    'loext:content-control': (attributes) => {
      if (attributes['loext:checkbox'] === 'true') return this.#checkBox(attributes['loext:checked'] === 'true');
      // A placeholder prompt is not a value, but it is what the page shows.
      return undefined;
    },
    'field:fieldmark': (attributes) => this.#checkBoxes.field(attributes, this.#container.paragraph),
    'field:param': (attributes) => this.#checkBoxes.fieldParameter(attributes),
    'form:checkbox': (attributes) => this.#checkBoxes.control(attributes),
    'draw:control': (attributes) => this.#checkBoxes.placed(attributes, this.#container.paragraph),
    'presentation:placeholder': (attributes) => {
      this.#slideTitles.openStyle('presentation:placeholder', attributes);
      return undefined;
    },
    'draw:page': (attributes) => this.#page(attributes),
    'draw:g': () => this.#group(),
    'draw:frame': (attributes) => this.#frame(attributes),
    'draw:text-box': (attributes) => this.#box(attributes, this.#frames.at(-1)?.isTitle === true),
    'draw:image': () => this.#image(),
    'office:binary-data': () => this.#collecting((text) => this.#frames.at(-1)?.picture.write(text)),
    'svg:title': () => this.#alternative(),
    'svg:desc': () => this.#alternative(),
    'draw:object': () => {
      this.#objects++;
      return () => {
        this.#objects--;
      };
    },
    'office:chart': () => this.#box({}, false),
    math: () => this.#math(),
    'math:math': () => this.#math(),
    'table:table': () => this.#table(),
    'table:table-row': () => this.#tables.row(),
    'table:table-cell': (attributes) => this.#cell(attributes),
    'table:covered-table-cell': () => {
      const { length } = this.#containers;
      this.#containers.push(newContainer());
      return () => {
        this.#containers.length = length;
      };
    },
  };

  #paragraph(attributes: OdfAttributes, outline: number): () => void {
    const container = this.#container;
    const paragraph = new Paragraph(this.#styles, attributes['text:style-name'], outline);
    container.paragraph = paragraph;
    container.place = null;
    container.label = null;
    const item = container.items.at(-1);
    if (item !== undefined && container.counts !== null) {
      const level = container.lists.length;
      const style = container.lists.at(-1) ?? '';
      const label = item.isNew ? this.#numbering.next(container.counts, style, level, item.start) : null;
      item.isNew = false;
      container.place = { level, label };
      container.label = label;
      const isChecked = label?.kind === 'bullet' ? CHECK_SIGNS.get(label.text.trim()) : undefined;
      if (isChecked !== undefined) paragraph.checkBox(isChecked);
    } else if (outline > 0) {
      container.label = this.#numbering.ofHeading(outline, attributes);
    }
    return () => {
      container.paragraph = null;
      this.#endParagraph(container, paragraph);
    };
  }

  #endParagraph(container: Container, paragraph: Paragraph): void {
    const { blocks, title, place } = container;
    const content = paragraph.content();
    const lines = container.isCell ? null : paragraph.formulaLines();
    if (title !== null) {
      if (content !== '') title.push(content);
    } else if (content !== '' && paragraph.heading !== null) {
      const heading = `${headingNumber(container.label)}${content}`;
      const tag = `h${paragraph.heading}`;
      if (container.isCell) blocks.paragraph(heading, null);
      else blocks.add(`<${tag}>${heading}</${tag}>`);
    } else if (lines !== null) {
      for (const line of lines) blocks.paragraph(line, place);
    } else if (paragraph.isTask) {
      blocks.paragraph(content, place ?? { level: 1, label: BULLET });
    } else if (place === null && paragraph.code !== 'no') {
      blocks.maybeCode(paragraph.plain, content, paragraph.code === 'yes');
    } else if (place === null && paragraph.isQuotation && content !== '') {
      blocks.add(`<blockquote><p>${content}</p></blockquote>`);
    } else if (content !== '') {
      blocks.paragraph(content, place);
    }
    for (const box of paragraph.boxes) {
      if (place === null) blocks.add(box);
      else blocks.goOn(box, place.level);
    }
  }

  #list(attributes: OdfAttributes): () => void {
    const container = this.#container;
    if (container.lists.length === 0) container.counts = this.#numbering.begin(attributes);
    container.lists.push(attributes['text:style-name'] ?? container.lists.at(-1) ?? '');
    return () => {
      container.lists.pop();
    };
  }

  #item(item: { isNew: boolean; readonly start: number | null }): () => void {
    const { items } = this.#container;
    items.push(item);
    return () => {
      items.pop();
    };
  }

  /** Makes the content of an element its own blocks, which `use` gets as HTML. */
  #inContainer(use: (html: string, container: Container) => void, further: Partial<Container> = {}): () => void {
    const container = { ...newContainer(), ...further };
    this.#containers.push(container);
    return () => {
      this.#containers.pop();
      use(`${inReadingOrder(container.placed ?? [])}${container.blocks.html()}`, container);
    };
  }

  /** Attaches blocks to the paragraph of their anchor; on a slide places them according to `attributes`. */
  #place(html: string, attributes: OdfAttributes = this.#frames.at(-1)?.attributes ?? {}): void {
    const { paragraph, blocks, placed } = this.#container;
    if (html === '') return;
    if (paragraph !== null) paragraph.boxes.push(html);
    else if (placed !== null) placed.push({ html, area: areaOf(attributes) });
    else blocks.add(html);
  }

  #box(attributes: OdfAttributes, isTitle: boolean): () => void {
    const frame = this.#frames.at(-1);
    const where = frame?.attributes ?? attributes;
    if (frame !== undefined) frame.hasContent = true;
    if (!isTitle && attributes['presentation:class'] !== 'title') {
      return this.#inContainer((html) => {
        this.#slideTitles.box(where, html);
        this.#place(html, where);
      });
    }
    const use = (_: string, { title }: Container) => {
      if (title !== null && title.length > 0) this.#place(`<h1>${title.join(' ')}</h1>`, where);
    };
    return this.#inContainer(use, { title: [] });
  }

  #note(attributes: OdfAttributes): () => void {
    const { reference, end } = this.#notes.begin(attributes);
    this.#container.paragraph?.inline(reference);
    return end;
  }

  #checkBox(isChecked: boolean): () => void {
    const { paragraph } = this.#container;
    paragraph?.checkBox(isChecked);
    // Its label is text in it.
    return this.#inContainer(nothing);
  }

  #page(attributes: OdfAttributes): () => void {
    this.#pages++;
    this.#slideTitles.begin(attributes);
    const use = (html: string) => {
      const mark = this.#options.marksPages ? pageMarkHtml(this.#pages) : '';
      this.#container.blocks.add(`${mark}${this.#slideTitles.titleFirst(html)}`);
    };
    return this.#inContainer(use, { placed: [] });
  }

  /** Opens a group: on a slide it is one part; in a text its parts belong to the paragraph. */
  #group(): (() => void) | undefined {
    const { placed: around } = this.#container;
    if (around === null) return;
    const placed: Placed[] = [];
    return this.#inContainer((html) => around.push({ html, area: areaAround(placed) }), { placed });
  }

  #frame(attributes: OdfAttributes): () => void {
    const isTitle = attributes['presentation:class'] === 'title';
    const picture = new PictureReader(this.#pictures);
    const frame: Frame = { isTitle, attributes, picture, alternative: '', hasContent: false };
    this.#frames.push(frame);
    return () => {
      this.#frames.pop();
      const html = frame.hasContent ? '' : frame.picture.html(frame.alternative);
      if (html === '') return;
      const { paragraph } = this.#container;
      if (paragraph === null) this.#place(`<p>${html}</p>`, attributes);
      else paragraph.inline(` ${html} `);
    };
  }

  #image(): () => void {
    this.#frames.at(-1)?.picture.begin();
    // Text on a picture is not part of the picture's paragraph.
    return this.#inContainer((html) => this.#place(html));
  }

  #alternative(): () => void {
    const frame = this.#frames.at(-1);
    return this.#collecting((text) => {
      if (frame !== undefined) frame.alternative = `${frame.alternative}${text}`.slice(0, 2000);
    });
  }

  #collecting(take: (text: string) => void): () => void {
    const before = this.#collect;
    this.#collect = take;
    return () => {
      this.#collect = before;
    };
  }

  #math(): () => void {
    const formula = new FormulaReader();
    this.#formula = formula;
    formula.open('math');
    return () => {
      this.#formula = null;
      formula.close('math');
      const frame = this.#frames.at(-1);
      if (frame !== undefined) frame.hasContent = true;
      const { paragraph } = this.#container;
      if (paragraph !== null) paragraph.formula(formula.latex());
      else if (formula.latex() !== '') this.#place(`<p>${formula.latex()}</p>`);
    };
  }

  #table(): () => void {
    this.#tables.begin();
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.hasContent = true;
    return () => this.#place(this.#tables.end());
  }

  #cell(attributes: OdfAttributes): () => void {
    return this.#inContainer((html) => this.#tables.cell(attributes, html), { isCell: true });
  }
}

const nothing = (): void => {};
