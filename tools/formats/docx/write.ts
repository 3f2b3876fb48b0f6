import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Block, type Body, type List, type Paragraph, PLAIN, type Running, type Section } from './model.ts';
import { numberingXml } from './numbering.ts';
import { type PartLinks, paragraphXml } from './paragraphs.ts';
import {
  contentTypesXml,
  type FontClass,
  fontTableXml,
  type Relation,
  relationsXml,
  settingsXml,
  stylesXml,
} from './parts.ts';
import { type RunningPart, sectionXml } from './sections.ts';
import { tableXml } from './tables.ts';
import { NAMESPACES, XML_HEAD } from './xml.ts';
import { zipParts } from './zip.ts';

/** A paragraph that takes no space: a table at the end of a section needs one after it. */
const NOTHING: Paragraph = { ...PLAIN, content: [], pitch: 1 };

/**
 * Writes a text document (WordprocessingML, ECMA-376) block by block into a file, so that memory holds one block and not the document.
 * Sections are written one after another: the blocks of each, then `endSection`. `finish` makes the docx.
 */
export class DocxWriter {
  readonly #folder: string;
  readonly #body: Body;
  readonly #fonts: ReadonlyMap<string, FontClass>;
  #document: WriteStream | null = null;
  readonly #main = new Links();
  readonly #notes = new Links();
  readonly #lists: List[] = [];
  readonly #footnotes: string[] = [];
  readonly #parts: [name: string, kind: string][] = [];
  readonly #running = new Map<Running, RunningPart[]>();
  readonly #pictures: string[] = [];
  /** Files of the package, in packing order. */
  readonly #files: string[] = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'];
  #drawings = 0;
  #evenAndOdd = false;
  /** Held back, because the last block of a section holds the section's properties. */
  #last: Block | null = null;

  /** @param folder an empty folder, for the parts */
  constructor(folder: string, body: Body, fonts: ReadonlyMap<string, FontClass>) {
    this.#folder = folder;
    this.#body = body;
    this.#fonts = fonts;
  }

  async start(): Promise<void> {
    for (const name of ['word', 'word/media', 'word/_rels', '_rels']) {
      await mkdir(join(this.#folder, name), { recursive: true });
    }
    this.#document = createWriteStream(join(this.#folder, 'word/document.xml'));
    await this.#write(`${XML_HEAD}<w:document ${NAMESPACES}><w:body>`);
  }

  /** Adds a picture file to the document; its number allows the same bytes to be used again. */
  async picture(bytes: Uint8Array, extension: 'png' | 'jpg'): Promise<number> {
    const name = `picture${this.#pictures.length + 1}.${extension}`;
    this.#pictures.push(name);
    await this.#writeFile(`word/media/${name}`, bytes);
    return this.#pictures.length - 1;
  }

  /** Adds a list and returns the number by which items refer to it. */
  list(list: List): number {
    return this.#lists.push(list);
  }

  /** Adds a note and returns the number by which text refers to it. */
  footnote(paragraphs: readonly Paragraph[]): number {
    const id = this.#footnotes.length + 1;
    const xml = paragraphs.map((paragraph) => paragraphXml(paragraph, this.#linksOf(this.#notes))).join('');
    this.#footnotes.push(`<w:footnote w:id="${id}">${xml}</w:footnote>`);
    return id;
  }

  async block(block: Block): Promise<void> {
    const last = this.#last;
    this.#last = block;
    if (last === null) return;
    await this.#write(this.#blockXml(last));
    // Two consecutive tables would be merged.
    if (last.kind === 'table' && block.kind === 'table') await this.#write(this.#blockXml(NOTHING));
  }

  /** Ends a section other than the last. */
  async endSection(section: Section, headers: Running, footers: Running): Promise<void> {
    const properties = await this.#sectionXml(section, headers, footers);
    if (this.#last?.kind === 'table') await this.block(NOTHING);
    const last = this.#last?.kind === 'paragraph' ? this.#last : NOTHING;
    this.#last = null;
    await this.#write(paragraphXml(last, this.#linksOf(this.#main), properties));
  }

  /** Ends the last section, and writes the docx to `path`. */
  async finish(path: string, section: Section, headers: Running, footers: Running): Promise<void> {
    if (this.#last?.kind !== 'paragraph') await this.block(NOTHING);
    if (this.#last !== null) await this.#write(this.#blockXml(this.#last));
    const properties = await this.#sectionXml(section, headers, footers);
    await this.#write(`${properties}</w:body></w:document>`);
    this.#document?.end();
    if (this.#document !== null) await finished(this.#document);
    await this.#writeParts();
    await zipParts(this.#folder, this.#files, path);
  }

  async #writeParts(): Promise<void> {
    this.#main.add('styles', 'styles.xml');
    this.#main.add('settings', 'settings.xml');
    this.#main.add('fontTable', 'fontTable.xml');
    const parts: [name: string, kind: string, xml: string][] = [
      ['styles', 'styles', stylesXml(this.#body)],
      ['settings', 'settings', settingsXml({ evenAndOdd: this.#evenAndOdd })],
      ['fontTable', 'fontTable', fontTableXml(this.#fonts)],
    ];
    if (this.#lists.length > 0) {
      this.#main.add('numbering', 'numbering.xml');
      parts.push(['numbering', 'numbering', numberingXml(this.#lists)]);
    }
    if (this.#footnotes.length > 0) {
      this.#main.add('footnotes', 'footnotes.xml');
      parts.push(['footnotes', 'footnotes', footnotesXml(this.#footnotes)]);
      await this.#writeRelations('footnotes', this.#notes);
    }
    for (const [name, kind, xml] of parts) await this.#writePart(name, kind, xml);
    await this.#writeRelations('document', this.#main);
    this.#parts.unshift(['document', 'document.main']);
    await writeFile(join(this.#folder, '[Content_Types].xml'), contentTypesXml(this.#parts));
    const root: Relation = { id: 'rId1', type: 'officeDocument', target: 'word/document.xml' };
    await writeFile(join(this.#folder, '_rels/.rels'), relationsXml([root]));
  }

  async #writePart(name: string, kind: string, xml: string): Promise<void> {
    this.#parts.push([name, kind]);
    await this.#writeFile(`word/${name}.xml`, xml);
  }

  async #writeRelations(name: string, links: Links): Promise<void> {
    if (links.relations.length === 0) return;
    await this.#writeFile(`word/_rels/${name}.xml.rels`, relationsXml(links.relations));
  }

  async #writeFile(name: string, content: string | Uint8Array): Promise<void> {
    this.#files.push(name);
    await writeFile(join(this.#folder, name), content);
  }

  #blockXml(block: Block): string {
    const links = this.#linksOf(this.#main);
    return block.kind === 'table' ? tableXml(block, links) : paragraphXml(block, links);
  }

  async #sectionXml(section: Section, headers: Running, footers: Running): Promise<string> {
    const parts = [...(await this.#runningParts('header', headers)), ...(await this.#runningParts('footer', footers))];
    this.#evenAndOdd ||= parts.some(({ pages }) => pages === 'even');
    return sectionXml(section, parts);
  }

  /** Writes them once, however many sections have them. */
  async #runningParts(kind: RunningPart['kind'], running: Running): Promise<RunningPart[]> {
    const known = this.#running.get(running);
    if (known !== undefined) return known;
    const made: RunningPart[] = [];
    for (const pages of ['default', 'even', 'first'] as const) {
      const paragraphs = running[pages];
      if (paragraphs === undefined) continue;
      const name = `${kind}${this.#parts.length + 1}`;
      const own = new Links();
      const xml = paragraphs.map((paragraph) => paragraphXml(paragraph, this.#linksOf(own))).join('');
      const tag = kind === 'header' ? 'hdr' : 'ftr';
      const content = xml === '' ? '<w:p/>' : xml;
      await this.#writePart(name, kind, `${XML_HEAD}<w:${tag} ${NAMESPACES}>${content}</w:${tag}>`);
      await this.#writeRelations(name, own);
      made.push({ kind, pages, relation: this.#main.add(kind, `${name}.xml`) });
    }
    this.#running.set(running, made);
    return made;
  }

  #linksOf(links: Links): PartLinks {
    return {
      link: (address) => links.add('hyperlink', address, true),
      picture: (id) => links.add('image', `media/${this.#pictures[id]}`),
      nextDrawing: () => ++this.#drawings,
    };
  }

  async #write(xml: string): Promise<void> {
    if (this.#document === null) throw new Error('the document has not been started');
    if (!this.#document.write(xml)) await once(this.#document, 'drain');
  }
}

/** Relations of one part. */
class Links {
  readonly relations: Relation[] = [];
  readonly #known = new Map<string, string>();

  add(type: string, target: string, external?: true): string {
    const key = `${type} ${target}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = `rId${this.relations.length + 1}`;
    this.relations.push({ id, type, target, ...(external && { external }) });
    this.#known.set(key, id);
    return id;
  }
}

/** Returns the notes, after the two lines above notes that every document with notes has. */
function footnotesXml(notes: readonly string[]): string {
  const line = (id: number, type: string, sign: string): string =>
    `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:r><w:${sign}/></w:r></w:p></w:footnote>`;
  const lines = line(-1, 'separator', 'separator') + line(0, 'continuationSeparator', 'continuationSeparator');
  return `${XML_HEAD}<w:footnotes ${NAMESPACES}>${lines}${notes.join('')}</w:footnotes>`;
}
