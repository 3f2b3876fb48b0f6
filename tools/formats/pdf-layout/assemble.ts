import { type Anchored, type Block, type Inline, type Paragraph, PLAIN, type Section } from '../docx/model.ts';
import type { DocxWriter } from '../docx/write.ts';
import { joinLines } from '../pdf-text/layout/inline.ts';
import type { SvgPage } from '../pdf-text/tables/graphics/svg.ts';
import type { Drawing } from './drawings.ts';
import type { LayoutFacts } from './facts.ts';
import { runsOf } from './letters.ts';
import { ListKeeper } from './lists.ts';
import type { FlowColumn, FlowRegion, PageFlow } from './page-flow.ts';
import { goesOn, type Placed } from './paragraphs.ts';
import { renderItems } from './render.ts';
import { type RunningText, runningOf } from './running.ts';
import { emptyParagraph } from './tables.ts';

/** A paragraph longer than this, in letters, is not extended. */
const LONGEST_JOINED = 20_000;
/** Room below a picture in a line of text, for letters that go below the line, in font sizes. */
const BELOW_PICTURE = 0.25;

/** Writes pages, one after another, as one document: sections, page breaks, text that continues over pages. */
export class Assembler {
  readonly #writer: DocxWriter;
  readonly #facts: LayoutFacts;
  readonly #lists: ListKeeper;
  #running: RunningText | null = null;
  /** The open section, and its distinguishing properties. */
  #section: { readonly section: Section; readonly key: string } | null = null;
  /** Held back: it may continue in the next column or page, or get space below it. */
  #last: { placed: Placed; block: Paragraph } | null = null;
  #pages = 0;

  constructor(writer: DocxWriter, facts: LayoutFacts) {
    this.#writer = writer;
    this.#facts = facts;
    this.#lists = new ListKeeper(writer);
  }

  async page(flow: PageFlow, svg: SvgPage | null): Promise<void> {
    this.#pages += 1;
    this.#running ??= runningOf(this.#facts, flow, flow.frame);
    const anchored = await this.#anchored(flow, svg);
    const regions: readonly FlowRegion[] = flow.regions.some(({ columns }) =>
      columns.some(({ pieces }) => pieces.length > 0),
    )
      ? flow.regions
      : [{ columns: [{ x0: flow.frame.left, x1: flow.frame.right, pieces: [] }] }];
    const state: PageState = { flow, svg, anchored: [...anchored], onNewPage: this.#pages > 1, bottom: flow.frame.top };
    for (const [index, region] of regions.entries()) await this.#region(region, index === 0, state);
    if (state.anchored.length > 0 || state.onNewPage) await this.#write(emptyParagraph(1), state);
  }

  /** Ends the document. */
  async finish(path: string): Promise<void> {
    await this.#flush();
    const section =
      this.#section?.section ??
      sectionOf(EMPTY_PAGE, null, [EMPTY_COLUMN], { onNewPage: true, isFirst: true }, NO_RUNNING, this.#facts);
    const { headers, footers } = this.#running ?? NO_RUNNING;
    await this.#writer.finish(path, section, headers, footers);
  }

  async #region(region: FlowRegion, isFirst: boolean, state: PageState): Promise<void> {
    const { flow } = state;
    const running = this.#running ?? NO_RUNNING;
    const columns =
      region.columns.length > 1 ? region.columns : [{ x0: flow.frame.left, x1: flow.frame.right, pieces: [] }];
    const key = [flow.width, flow.height, ...columns.flatMap(({ x0, x1 }) => [x0, x1])].map(Math.round).join(' ');
    if (key !== this.#section?.key) {
      const startsPage = isFirst || this.#section === null;
      const starts = { onNewPage: startsPage, isFirst: this.#section === null };
      if (this.#section !== null) {
        await this.#flush();
        await this.#writer.endSection(this.#section.section, running.headers, running.footers);
        if (startsPage) state.onNewPage = false;
      }
      this.#section = { key, section: sectionOf(flow, flow.frame, columns, starts, running, this.#facts) };
    }
    const top = state.bottom;
    let lowest = top;
    for (const [index, column] of region.columns.entries()) {
      state.bottom = top;
      await this.#column(column, index > 0, state);
      lowest = Math.max(lowest, state.bottom);
    }
    state.bottom = lowest;
  }

  async #column(column: FlowColumn, isFurther: boolean, state: PageState): Promise<void> {
    let isStart = isFurther;
    for (const piece of column.pieces) {
      if (piece.kind === 'paragraph') {
        const before = this.#last;
        const atBreak = isStart || state.onNewPage;
        if (atBreak && before !== null && this.#joins(before, piece.placed)) {
          this.#join(before, piece.placed);
          state.onNewPage = false;
        } else await this.#paragraph(piece.placed, isStart, state);
        state.bottom = piece.placed.bottom;
      } else if (piece.kind === 'table') {
        const gap = Math.max(0, piece.top - state.bottom);
        if (isStart || state.onNewPage || state.anchored.length > 0 || this.#last === null) {
          await this.#write(
            { ...emptyParagraph(Math.max(1, gap)), content: isStart ? [{ kind: 'columnBreak' }] : [] },
            state,
          );
        } else this.#last.block = { ...this.#last.block, after: gap };
        await this.#flush();
        await this.#writer.block(piece.table);
        state.bottom = piece.bottom;
      } else {
        await this.#drawing(piece.drawing, piece.left, isStart, state);
        state.bottom = piece.drawing.y1 + BELOW_PICTURE * this.#facts.body.size;
      }
      isStart = false;
    }
  }

  #joins({ placed, block }: { placed: Placed; block: Paragraph }, next: Placed): boolean {
    const length = block.content.reduce((sum, each) => sum + (each.kind === 'text' ? each.text.length : 1), 0);
    return length < LONGEST_JOINED && goesOn(placed, next);
  }

  #join(before: { placed: Placed; block: Paragraph }, next: Placed): void {
    const content = joinLines(
      [before.placed.open?.content ?? [], next.open?.content ?? []],
      this.#facts.text.vocabulary,
    );
    const rest = next.open === null ? next.paragraph.content : null;
    const runs: readonly Inline[] =
      rest === null ? runsOf(content, this.#facts.body) : [...before.block.content, SPACE, ...rest];
    this.#last = {
      placed: { ...before.placed, open: next.open === null ? null : { ...next.open, content } },
      block: { ...before.block, content: runs },
    };
  }

  async #paragraph(placed: Placed, startsColumn: boolean, state: PageState): Promise<void> {
    const { paragraph, top } = placed;
    const list =
      placed.mark === null || placed.markText === null
        ? null
        : this.#lists.item(placed.mark, placed.markText, paragraph.indent.left);
    const content: readonly Inline[] = startsColumn
      ? [{ kind: 'columnBreak' }, ...paragraph.content]
      : paragraph.content;
    await this.#write({ ...paragraph, list, content, before: Math.max(0, top - state.bottom) }, state, placed);
  }

  async #drawing(drawing: Drawing, left: number, startsColumn: boolean, state: PageState): Promise<void> {
    const id = await this.#picture(drawing, state.svg);
    if (id === null) return;
    const picture = { id, width: drawing.x1 - drawing.x0, height: drawing.y1 - drawing.y0 };
    const content: Inline[] = [
      ...(startsColumn ? [{ kind: 'columnBreak' } as const] : []),
      { kind: 'picture', picture },
    ];
    const indent = { left: Math.max(0, left), right: 0, first: 0 };
    await this.#write({ ...PLAIN, content, indent, before: Math.max(0, drawing.y0 - state.bottom) }, state);
  }

  /** The first paragraph of a page starts it and holds the anchored pictures. */
  async #write(paragraph: Paragraph, state: PageState, placed?: Placed): Promise<void> {
    await this.#flush();
    const block = { ...paragraph, onNewPage: state.onNewPage, anchored: state.anchored };
    state.onNewPage = false;
    state.anchored = [];
    this.#last = { placed: placed ?? NO_TEXT, block };
  }

  async #flush(): Promise<void> {
    const last: Block | undefined = this.#last?.block;
    this.#last = null;
    if (last !== undefined) await this.#writer.block(last);
  }

  async #anchored({ apart }: PageFlow, svg: SvgPage | null): Promise<Anchored[]> {
    const result: Anchored[] = [];
    for (const drawing of apart) {
      const id = await this.#picture(drawing, svg);
      const { x0, y0, x1, y1, behind } = drawing;
      if (id !== null) result.push({ id, x: x0, y: y0, width: x1 - x0, height: y1 - y0, behind });
    }
    return result;
  }

  async #picture(drawing: Drawing, svg: SvgPage | null): Promise<number | null> {
    if (svg === null) return null;
    const rendered = await renderItems(drawing.items, drawing, svg);
    return rendered === null ? null : this.#writer.picture(rendered.bytes, rendered.extension);
  }
}

interface PageState {
  readonly flow: PageFlow;
  readonly svg: SvgPage | null;
  anchored: Anchored[];
  /** Whether the next paragraph starts a page. */
  onNewPage: boolean;
  /** Bottom of the content written so far in the column. */
  bottom: number;
}

const SPACE: Inline = {
  kind: 'text',
  text: ' ',
  letters: { font: null, size: null, bold: false, italic: false, color: null, script: null, underline: false },
  link: null,
};

const NO_TEXT: Placed = {
  paragraph: { ...PLAIN, content: [] },
  top: 0,
  bottom: 0,
  mark: null,
  markText: null,
  open: null,
};
const NO_RUNNING: RunningText = { headers: {}, footers: {}, headerAt: 36, footerAt: 36, firstNumber: 1 };
const EMPTY_COLUMN = { x0: 72, x1: 523 };
const EMPTY_PAGE = { width: 595, height: 842 };

/** Room below the text of a page for a font that is a little larger, in font sizes. */
const SPARE = 2;
const SMALLEST_MARGIN = 6;

function sectionOf(
  { width, height }: { readonly width: number; readonly height: number },
  frame: PageFlow['frame'] | null,
  columns: readonly { readonly x0: number; readonly x1: number }[],
  { onNewPage, isFirst }: { readonly onNewPage: boolean; readonly isFirst: boolean },
  { headerAt, footerAt, firstNumber }: RunningText,
  { body }: LayoutFacts,
): Section {
  const left = columns[0]?.x0 ?? 72;
  const right = width - (columns.at(-1)?.x1 ?? width - 72);
  const bottom = frame === null ? 72 : height - frame.bottom - SPARE * body.size;
  return {
    width,
    height,
    onNewPage,
    firstNumber: isFirst && firstNumber !== 1 && firstNumber >= 0 ? firstNumber : null,
    margins: {
      top: frame?.top ?? 72,
      left: Math.max(0, left),
      right: Math.max(0, right),
      bottom: Math.max(Math.min(SMALLEST_MARGIN, height / 20), bottom),
      header: headerAt,
      footer: footerAt,
    },
    columns: columns.map(({ x0, x1 }, index) => ({
      width: x1 - x0,
      gap: index + 1 < columns.length ? (columns[index + 1]?.x0 ?? x1) - x1 : 0,
    })),
  };
}
