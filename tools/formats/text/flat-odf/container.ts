import { Blocks, type ItemPlace } from './blocks.ts';
import type { Counts, Label } from './numbering.ts';
import type { Paragraph } from './paragraph.ts';
import type { PictureReader } from './picture.ts';
import type { Placed } from './slide-order.ts';
import type { OdfAttributes } from './xml-events.ts';

/** A body, a cell, a text box or a note: an element with its own blocks. */
export interface Container {
  readonly blocks: Blocks;
  /** Paragraphs of a slide's title, which are one heading. */
  readonly title: string[] | null;
  readonly isCell: boolean;
  /** Placed parts of a slide, or of a group on one. */
  readonly placed: Placed[] | null;
  paragraph: Paragraph | null;
  place: ItemPlace | null;
  label: Label | null;
  counts: Counts | null;
  /** Styles of the open lists. */
  readonly lists: string[];
  readonly items: { isNew: boolean; readonly start: number | null }[];
}

/** A frame around a picture, an object or text. */
export interface Frame {
  readonly isTitle: boolean;
  readonly attributes: OdfAttributes;
  readonly picture: PictureReader;
  alternative: string;
  hasContent: boolean;
}

export function newContainer(): Container {
  return {
    blocks: new Blocks(),
    title: null,
    isCell: false,
    placed: null,
    paragraph: null,
    place: null,
    label: null,
    counts: null,
    lists: [],
    items: [],
  };
}
