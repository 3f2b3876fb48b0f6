import {
  attribute,
  elements,
  localName,
  parseXml,
  removeElement,
  textOf as textIn,
  type XmlDocument,
  type XmlElement,
} from '../text/xml.ts';
import { Beyond, type Cue, type Place, type Span, type Style, type Subtitles, tidySpans } from './model.ts';
import { type Attributes, placeOf, Styling, textStyle } from './ttml-styles.ts';
import { type Interval, intervalOf, type Rates, ratesOf } from './ttml-times.ts';

/** What the elements around another one say about it. */
interface Around {
  readonly interval: Interval;
  readonly style: Style;
  readonly attributes: Attributes;
  readonly region: string | null;
  /** When its region is there. */
  readonly regionInterval: Interval;
  readonly speaker: string | null;
  readonly keepsSpace: boolean;
  readonly depth: number;
}

interface Reading {
  readonly styling: Styling;
  readonly rates: Rates;
  readonly agents: ReadonlyMap<string, string>;
  readonly beyond: Beyond;
  readonly cues: Cue[];
  unread: number;
}

/** Deeper elements are not read; documents have some five levels. */
const DEEPEST = 64;

/** Reads TTML (W3C), of which DFXP, IMSC, EBU-TT-D and SMPTE-TT are kinds. */
export function readTtml(text: string): Subtitles {
  const document = parseXml(Buffer.from(text.replaceAll('\0', '')));
  const [root] = elements(document, 'tt');
  if (root !== undefined) removeForeign(root);
  const beyond = new Beyond();
  if (root === undefined) return { cues: [], beyond: {}, unread: 0 };
  const reading: Reading = {
    styling: new Styling(document),
    rates: ratesOf(root),
    agents: agentsOf(document),
    beyond,
    cues: [],
    unread: 0,
  };
  const interval = { begin: 0, end: Number.POSITIVE_INFINITY };
  const none = { speaker: null, keepsSpace: attribute(root, 'space') === 'preserve', depth: 0 };
  const around: Around = { interval, style: {}, attributes: {}, region: null, regionInterval: interval, ...none };
  const [body] = elements(root, 'body');
  if (body !== undefined) walk(body, around, 0, reading);
  return { cues: reading.cues, beyond: beyond.counts, unread: reading.unread };
}

/** Removes elements of other namespaces than that of the root, whose content is not shown (TTML2, 5.3.2). */
function removeForeign(root: XmlElement): void {
  const namespaceOf = (
    element: XmlElement,
    outer: ReadonlyMap<string, string>,
  ): [string, ReadonlyMap<string, string>] => {
    const declared = Object.entries(element.attribs).filter(([name]) => /^xmlns(?::|$)/.test(name));
    const known = new Map([...outer, ...declared.map(([name, uri]) => [name.slice('xmlns:'.length), uri] as const)]);
    const prefix = element.name.includes(':') ? element.name.slice(0, element.name.indexOf(':')) : '';
    return [known.get(prefix) ?? '', known];
  };
  const [own, known] = namespaceOf(root, new Map());
  const remove = (parent: XmlElement, outer: ReadonlyMap<string, string>, depth: number): void => {
    for (const child of depth > DEEPEST ? [] : childrenOf(parent)) {
      const [namespace, inner] = namespaceOf(child, outer);
      if (/^(?:div|p|span|br)$/.test(localName(child.name)) && namespace !== own) removeElement(child);
      else remove(child, inner, depth + 1);
    }
  };
  remove(root, known, 0);
}

/** Returns the names of agents by their ids: their full name or alias (TTML2, 14.1). */
function agentsOf(document: XmlDocument): Map<string, string> {
  const entries = elements(document, 'agent').map(
    (agent) => [attribute(agent, 'id') ?? '', textIn(agent, 'name') ?? ''] as const,
  );
  return new Map(entries.filter(([id, name]) => id !== '' && name !== ''));
}

const childrenOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => 'attribs' in child);

/** Reads an element that contains paragraphs. Returns its end. */
function walk(element: XmlElement, around: Around, from: number, reading: Reading): number {
  const own = enter(element, around, from, reading);
  if (own === null) return from;
  if (localName(element.name) === 'p') return readParagraph(element, own, reading);
  const inSequence = attribute(element, 'timeContainer') === 'seq';
  let at = own.interval.begin;
  if (own.depth > DEEPEST) return at;
  for (const child of childrenOf(element)) {
    if (!/^(?:div|p)$/.test(localName(child.name))) continue;
    const end = walk(child, own, at, reading);
    if (inSequence && Number.isFinite(end)) at = end;
  }
  return endOf(element, own, at);
}

/** Returns when an element ends: a sequence that states no end is over with its last part (TTML2, 12.4). */
function endOf(element: XmlElement, { interval }: Around, last: number): number {
  const isOpen = attribute(element, 'end') === null && attribute(element, 'dur') === null;
  return isOpen && attribute(element, 'timeContainer') === 'seq' ? Math.min(last, interval.end) : interval.end;
}

/** Returns what an element says for what is inside; null if its times cannot be read or it is never shown. */
function enter(element: XmlElement, around: Around, from: number, reading: Reading): Around | null {
  const region = attribute(element, 'region') ?? around.region;
  const own = reading.styling.of(element);
  const interval = intervalOf(element, around.interval, from, reading.rates);
  const isNewRegion = region !== around.region;
  const regionInterval = isNewRegion ? timesOfRegion(region, reading) : around.regionInterval;
  if (interval === null || regionInterval === null) {
    reading.unread += 1;
    return null;
  }
  if (interval.begin >= interval.end) return null;
  const ofRegion = isNewRegion ? reading.styling.ofRegion(region) : {};
  const agent = attribute(element, 'agent')?.split(/\s+/)[0] ?? null;
  const space = attribute(element, 'space');
  const { display: _, ...inherited } = around.attributes;
  return {
    interval,
    style: textStyle(own, textStyle(ofRegion, around.style)),
    attributes: { ...inherited, ...ofRegion, ...own },
    region,
    regionInterval,
    speaker: agent === null ? around.speaker : (reading.agents.get(agent) ?? agent),
    keepsSpace: space === null ? around.keepsSpace : space === 'preserve',
    depth: around.depth + 1,
  };
}

/** Returns when a region is there (TTML2, 11.1.2); null: its times cannot be read. */
function timesOfRegion(id: string | null, { styling, rates }: Reading): Interval | null {
  const always = { begin: 0, end: Number.POSITIVE_INFINITY };
  const region = styling.region(id);
  return region === undefined ? always : intervalOf(region, always, 0, rates);
}

/** A part of the text of a paragraph, with the time in which it is shown. */
interface Piece {
  readonly span: Span;
  readonly interval: Interval;
  readonly place: Place | undefined;
  readonly speaker: string | null;
}

/** Makes a cue of a paragraph, or several if parts of it have times of their own. Returns its end. */
function readParagraph(element: XmlElement, own: Around, reading: Reading): number {
  if (elements(element, 'set').length > 0) reading.beyond.add('fonts_and_effects');
  const pieces = piecesOf(element, own, reading).filter(({ interval }) => interval.begin < interval.end);
  const edges = [...new Set(pieces.flatMap(({ interval }) => [interval.begin, interval.end]))].sort(
    (one, other) => one - other,
  );
  // Without an end, a paragraph is shown to the end of the film.
  for (const [index, begin] of edges.slice(0, MOST_PARTS).entries()) {
    const end = edges[index + 1];
    if (end === undefined || (!Number.isFinite(end) && !Number.isFinite(begin))) continue;
    const shown = pieces.filter(({ interval }) => interval.begin <= begin && interval.end >= end);
    const spans = tidySpans(shown.map(({ span }) => span));
    const [first] = shown;
    if (spans.length === 0 || first === undefined) continue;
    const speaker = shown.find((piece) => piece.speaker !== null)?.speaker ?? null;
    const times = {
      start: Math.round(begin),
      end: Number.isFinite(end) ? Math.round(end) : Math.round(begin) + WITHOUT_END,
    };
    const place = first.place;
    reading.cues.push({ ...times, spans, ...(speaker !== null && { speaker }), ...(place !== undefined && { place }) });
  }
  return endOf(element, own, Math.max(own.interval.begin, ...pieces.map(({ interval }) => interval.end)));
}

/** A paragraph without an end is shown so long, ms. */
const WITHOUT_END = 10_000;
/** Parts of one paragraph with times of their own. */
const MOST_PARTS = 1000;

/** Returns when text that is hidden is shown by an animation; null: never. */
function shownBySet(element: XmlElement, { interval }: Around, rates: Rates): Interval | null {
  const set = childrenOf(element).find(
    (child) => localName(child.name) === 'set' && attribute(child, 'display') === 'auto',
  );
  return set === undefined ? null : intervalOf(set, interval, interval.begin, rates);
}

function piecesOf(element: XmlElement, around: Around, reading: Reading): Piece[] {
  const shown = around.attributes.display === 'none' ? shownBySet(element, around, reading.rates) : around.interval;
  if (shown === null) return [];
  const { regionInterval } = around;
  const visible = { begin: Math.max(shown.begin, regionInterval.begin), end: Math.min(shown.end, regionInterval.end) };
  const own = { ...around, interval: shown };
  const place = placeOf(own.attributes);
  const piece = (text: string): Piece => ({
    span: { ...own.style, text },
    interval: visible,
    place,
    speaker: own.speaker,
  });
  if (own.depth > DEEPEST) return [];
  // In a sequence, text without an element around it is never shown (TTML2, 12.2.4).
  const inSequence = attribute(element, 'timeContainer') === 'seq';
  let from = own.interval.begin;
  return element.children.flatMap((child): Piece[] => {
    // A comment or an instruction has data too, but is not text.
    if ('data' in child) {
      if (child.type !== 'text' || inSequence) return [];
      return [piece(own.keepsSpace ? child.data : child.data.replace(/[ \t\r\n]+/g, ' '))];
    }
    if (!('attribs' in child)) return 'children' in child ? [piece(cdataOf(child))] : [];
    const name = localName(child.name);
    if (name === 'br') return [piece('\n')];
    if (name !== 'span') return [];
    const isRuby = /^text/.test(attribute(child, 'ruby') ?? '');
    if (isRuby) reading.beyond.add('ruby');
    const inside = isRuby ? null : enter(child, own, from, reading);
    if (inSequence && inside !== null && Number.isFinite(inside.interval.end)) from = inside.interval.end;
    return inside === null ? [] : piecesOf(child, inside, reading);
  });
}

const cdataOf = (node: { readonly children: readonly object[] }): string =>
  node.children.map((child) => ('data' in child ? String(child.data) : '')).join('');
