import { isMostlyRtl } from '../../formats/pdf-text/layout/direction.ts';
import { escapeText } from '../../formats/text/html/writer.ts';
import { median, type Paragraph, type TextPage } from './page.ts';

/** A flat OpenDocument text or presentation. */
export type FlatKind = 'fodt' | 'fodp';

/** Ratio of a line's height, from the top of capitals to the lowest descender, to the font size (Liberation Serif, Carlito). */
const LINE_HEIGHT = 0.94;
/** Usual ratio of line pitch to font size. */
const LINE_PITCH = 1.15;
/** Fonts differ in width from those of the page: a frame wider by this factor holds its lines. */
const ROOM = 1.25;

const NAMESPACES = ['office', 'text', 'style', 'presentation']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat([
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  ])
  .join(' ');

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Writes the pages with each paragraph in a frame at its place: a text with pages as large as those of the source, or a presentation with a
 * slide for each page, all with the size of the first.
 */
export function flatOf(pages: readonly TextPage[], kind: FlatKind): string {
  return kind === 'fodt' ? textDocument(pages) : presentation(pages);
}

function textDocument(pages: readonly TextPage[]): string {
  const sizes = [...new Map(pages.map((page) => [sizeName(page), page])).entries()];
  const layouts = sizes.map(([name, size]) => pageLayout(`L${name}`, size)).join('');
  const masters = sizes
    .map(([name]) => `<style:master-page style:name="M${name}" style:page-layout-name="L${name}"/>`)
    .join('');
  const starts = sizes
    .map(([name]) => `<style:style style:name="P${name}" style:family="paragraph" style:master-page-name="M${name}"/>`)
    .join('');
  const frame =
    '<style:style style:name="F" style:family="graphic"><style:graphic-properties style:vertical-pos="from-top" style:vertical-rel="page" style:horizontal-pos="from-left" style:horizontal-rel="page" style:wrap="run-through" style:run-through="foreground" fo:padding="0cm" fo:border="none"/></style:style>';
  const body = pages
    .map(
      (page) =>
        `<text:p text:style-name="P${sizeName(page)}">${frames(page, 1, 'text:anchor-type="paragraph"')}</text:p>`,
    )
    .join('\n');
  const styles = `${layouts}${starts}${frame}${fontStyles(pages, 1)}`;
  return document('text', styles, masters, `<office:text>${body}</office:text>`);
}

function presentation(pages: readonly TextPage[]): string {
  const size = pages[0] ?? { width: 720, height: 540 };
  const scale = (page: TextPage): number => Math.min(size.width / page.width, size.height / page.height);
  const frame =
    '<style:style style:name="F" style:family="graphic"><style:graphic-properties draw:stroke="none" draw:fill="none" fo:padding="0cm" draw:textarea-vertical-align="top" draw:auto-grow-height="true"/></style:style>';
  const slides = pages
    .map(
      (page) =>
        `<draw:page draw:name="page${page.number}" draw:master-page-name="M">${frames(page, scale(page), '')}</draw:page>`,
    )
    .join('\n');
  const styles = `${pageLayout('L', size)}${frame}${pages.map((page) => fontStyles([page], scale(page))).join('')}`;
  const master = '<style:master-page style:name="M" style:page-layout-name="L"/>';
  return document('presentation', styles, master, `<office:presentation>${slides}</office:presentation>`);
}

function document(kind: string, styles: string, masters: string, body: string): string {
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${NAMESPACES} office:version="1.2"`,
    ` office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:automatic-styles>${styles}`,
    `</office:automatic-styles><office:master-styles>${masters}</office:master-styles>`,
    `<office:body>${body}</office:body></office:document>\n`,
  ].join('');
}

function pageLayout(name: string, { width, height }: Size): string {
  const size = `fo:page-width="${pt(width)}" fo:page-height="${pt(height)}"`;
  const orientation = width > height ? 'landscape' : 'portrait';
  return `<style:page-layout style:name="${name}"><style:page-layout-properties ${size} style:print-orientation="${orientation}" fo:margin="0pt"/></style:page-layout>`;
}

const sizeName = ({ width, height }: Size): string => `${Math.round(width)}x${Math.round(height)}`;

function frames(page: TextPage, scale: number, anchor: string): string {
  return page.paragraphs.map((paragraph) => frame(paragraph, page, scale, anchor)).join('');
}

function frame(paragraph: Paragraph, page: TextPage, scale: number, anchor: string): string {
  const { x0, y0, x1, y1, lines } = paragraph;
  const width = Math.max(10, Math.min((x1 - x0) * ROOM, page.width - x0));
  const place = `svg:x="${pt(x0 * scale)}" svg:y="${pt(y0 * scale)}" svg:width="${pt(width * scale)}"`;
  const height = Math.max(5, y1 - y0) * scale;
  const text = lines.map((line) => escapeText(line.text)).join('<text:line-break/>');
  const style = styleName(fontSize(paragraph) * scale, isMostlyRtl(lines[0]?.text ?? ''));
  return `<draw:frame draw:style-name="F" ${anchor} ${place} svg:height="${pt(height)}"><draw:text-box fo:min-height="${pt(height)}"><text:p text:style-name="${style}">${text}</text:p></draw:text-box></draw:frame>`;
}

/** Returns the font size by the line pitch if there are several lines, otherwise by the line height; points. */
function fontSize({ lines }: Paragraph): number {
  const byHeight = median(lines.map(({ y0, y1 }) => y1 - y0)) / LINE_HEIGHT;
  const distances = lines.slice(1).map((line, index) => line.y0 - (lines[index]?.y0 ?? 0));
  const byDistance = distances.length > 0 ? median(distances) / LINE_PITCH : byHeight;
  return Math.min(200, Math.max(4, Math.min(byHeight, byDistance > 0 ? byDistance : byHeight)));
}

/** Rounds to half points, as office programs do. */
const halfPoints = (size: number): number => Math.round(size * 2);

const styleName = (size: number, rtl: boolean): string => `${rtl ? 'R' : 'T'}${halfPoints(size)}`;

/** Returns a paragraph style for each font size on the pages. */
function fontStyles(pages: readonly TextPage[], scale: number): string {
  const names = new Map<string, string>();
  for (const { paragraphs } of pages) {
    for (const paragraph of paragraphs) {
      const size = fontSize(paragraph) * scale;
      const rtl = isMostlyRtl(paragraph.lines[0]?.text ?? '');
      names.set(styleName(size, rtl), fontStyle(styleName(size, rtl), halfPoints(size) / 2, rtl));
    }
  }
  return [...names.values()].join('');
}

function fontStyle(name: string, size: number, rtl: boolean): string {
  const direction = rtl ? ' style:writing-mode="rl-tb"' : '';
  const sizes = ['fo', 'style'].map((prefix) =>
    prefix === 'fo'
      ? `fo:font-size="${size}pt"`
      : `style:font-size-asian="${size}pt" style:font-size-complex="${size}pt"`,
  );
  return `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties fo:margin="0pt"${direction}/><style:text-properties ${sizes.join(' ')}/></style:style>`;
}

const pt = (value: number): string => `${value.toFixed(2)}pt`;
