import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { escapeText } from '../../../tools/formats/text/html/writer.ts';
import type { Readable } from './readable.ts';

/** Formats of pictures that every book reader supports (EPUB 2, OPS 2.0.1, 1.3.7), with their media types. */
export const CORE_PICTURES = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const;

export interface BookPicture {
  readonly path: string;
  readonly format: keyof typeof CORE_PICTURES;
}

/**
 * Makes a book of pictures, a page each; the first of several is also the cover. It is an EPUB that only calibre reads. Pictures are
 * stored, as they are compressed already, and written as a stream.
 */
export async function pictureBook(
  pictures: readonly BookPicture[],
  title: string,
  context: WorkContext,
): Promise<Readable> {
  const path = join(await partFolder(context, 'pictures'), 'book.epub');
  const { ZipArchive } = await import('archiver');
  const zip = new ZipArchive({ store: true, statConcurrency: 1 });
  zip.append('application/epub+zip', { name: 'mimetype' });
  zip.append(CONTAINER, { name: 'META-INF/container.xml' });
  zip.append(packageOf(pictures, title), { name: 'content.opf' });
  pictures.forEach((picture, index) => {
    zip.append(pageOf(picture, index), { name: pageName(index) });
    zip.file(picture.path, { name: pictureName(picture, index) });
  });
  const written = pipeline(zip, createWriteStream(path), { signal: context.signal });
  await Promise.all([zip.finalize(), written]);
  return { path, format: 'epub' };
}

const CONTAINER =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
  '<rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

const pageName = (index: number): string => `page-${index + 1}.xhtml`;
const pictureName = ({ format }: BookPicture, index: number): string => `picture-${index + 1}.${format}`;

function pageOf(picture: BookPicture, index: number): string {
  const style = 'html, body { margin: 0; text-align: center } img { max-width: 100%; max-height: 100% }';
  const image = `<div><img src="${pictureName(picture, index)}" alt=""/></div>`;
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${index + 1}</title><style>${style}</style></head><body>${image}</body></html>`;
}

function packageOf(pictures: readonly BookPicture[], title: string): string {
  const items = pictures.flatMap((picture, index) => [
    `<item id="page${index}" href="${pageName(index)}" media-type="application/xhtml+xml"/>`,
    `<item id="picture${index}" href="${pictureName(picture, index)}" media-type="${CORE_PICTURES[picture.format]}"/>`,
  ]);
  const spine = pictures.map((_, index) => `<itemref idref="page${index}"/>`);
  const hasCover = pictures.length > 1;
  return [
    '<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">',
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">pictures</dc:identifier>',
    `<dc:title>${escapeText(title)}</dc:title><dc:language>und</dc:language>`,
    ...(hasCover ? ['<meta name="cover" content="picture0"/>'] : []),
    `</metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine>`,
    ...(hasCover ? [`<guide><reference type="cover" title="Cover" href="${pageName(0)}"/></guide>`] : []),
    '</package>',
  ].join('');
}
