import { writeFile } from 'node:fs/promises';

export interface PageToMake {
  readonly text: string;
  /** Degrees clockwise. */
  readonly rotate?: number;
  /** Points; default A4. */
  readonly size?: readonly [number, number];
  /** Name of a text field on the page, and its value. */
  readonly field?: readonly [string, string];
  /** Fills the page with this colour (PDF's operands: `1 0 0`) before the text. */
  readonly fill?: string;
  /** A link over the page to a named place. */
  readonly linkTo?: string;
}

export interface BookmarkToMake {
  readonly title: string;
  /** From 1; a number is a destination at the top, a text a named one, null an address outside. */
  readonly to: number | string | null;
  readonly children?: readonly BookmarkToMake[];
  readonly closed?: boolean;
  /** Entries of its own: `/C [1 0 0]`. */
  readonly extra?: string;
}

export interface PdfToMake {
  readonly pages: readonly PageToMake[];
  readonly outline?: readonly BookmarkToMake[];
  /** Name → page, from 1. */
  readonly names?: Readonly<Record<string, number>>;
  /** File name → content. */
  readonly attachments?: Readonly<Record<string, string>>;
  readonly info?: Readonly<Record<string, string>>;
  readonly xmp?: string;
  readonly tagged?: boolean;
  /** Further entries of the catalog. */
  readonly catalog?: string;
}

const text = (value: string): string => `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;

/** Writes a PDF object by object, so that no program under test has a hand in it. */
export async function makePdf(path: string, pdf: PdfToMake): Promise<string> {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const stream = (dict: string, data: string): number =>
    add(`<< ${dict} /Length ${Buffer.byteLength(data, 'latin1')} >>\nstream\n${data}\nendstream`);
  const reserve = (): number => add('null');
  const fill = (number: number, body: string): void => {
    objects[number - 1] = body;
  };

  const catalog = reserve();
  const tree = reserve();
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const pages = pdf.pages.map(() => reserve());
  const fields: number[] = [];
  const elements: number[] = [];
  const structure = reserve();
  for (const [index, page] of pdf.pages.entries()) {
    const [width, height] = page.size ?? [595, 842];
    const background = page.fill === undefined ? '' : `${page.fill} rg 0 0 ${width} ${height} re f 0 g `;
    const words = `BT /F1 18 Tf 50 ${height - 100} Td (${page.text}) Tj ET`;
    const marked = pdf.tagged ? `/P << /MCID 0 >> BDC ${words} EMC` : words;
    const content = stream('', background + marked);
    const annotations: number[] = [];
    if (page.field) {
      const [name, value] = page.field;
      const entries = `/FT /Tx /T ${text(name)} /V ${text(value)} /DA (/F1 12 Tf 0 g)`;
      const box = `/Rect [50 50 250 80] /P ${pages[index]} 0 R /F 4`;
      fields.push(add(`<< /Type /Annot /Subtype /Widget ${entries} ${box} >>`));
      annotations.push(fields.at(-1) as number);
    }
    if (page.linkTo !== undefined) {
      annotations.push(add(`<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /Dest ${text(page.linkTo)} >>`));
    }
    if (pdf.tagged) {
      elements.push(
        add(
          `<< /Type /StructElem /S /P /P ${structure} 0 R /Pg ${pages[index]} 0 R /K 0 /ActualText ${text(`tag of ${page.text}`)} >>`,
        ),
      );
    }
    fill(
      pages[index] as number,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R` +
        ` /Resources << /Font << /F1 ${font} 0 R >> >> /Annots [${annotations.map((one) => `${one} 0 R`).join(' ')}]` +
        `${page.rotate === undefined ? '' : ` /Rotate ${page.rotate}`}${pdf.tagged ? ` /StructParents ${index}` : ''} >>`,
    );
  }
  fill(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((one) => `${one} 0 R`).join(' ')}] >>`);

  const entries: string[] = [pdf.catalog ?? ''];
  if (pdf.tagged) {
    const nums = elements.map((one, index) => `${index} [${one} 0 R]`).join(' ');
    const kids = elements.map((one) => `${one} 0 R`).join(' ');
    fill(structure, `<< /Type /StructTreeRoot /K [${kids}] /ParentTree << /Nums [${nums}] >> >>`);
    entries.push(`/StructTreeRoot ${structure} 0 R /MarkInfo << /Marked true >> /Lang (en)`);
  }
  if (fields.length > 0) {
    const list = fields.map((one) => `${one} 0 R`).join(' ');
    entries.push(`/AcroForm << /Fields [${list}] /DR << /Font << /F1 ${font} 0 R >> >> /NeedAppearances true >>`);
  }
  const names: string[] = [];
  if (pdf.names) {
    const pairs = Object.entries(pdf.names)
      .sort()
      .map(([name, page]) => `${text(name)} [${pages[page - 1]} 0 R /Fit]`);
    names.push(`/Dests << /Names [${pairs.join(' ')}] >>`);
  }
  if (pdf.attachments) {
    const pairs = Object.entries(pdf.attachments)
      .sort()
      .map(([name, content]) => {
        const file = stream('/Type /EmbeddedFile', content);
        return `${text(name)} ${add(`<< /Type /Filespec /F ${text(name)} /UF ${text(name)} /EF << /F ${file} 0 R >> >>`)} 0 R`;
      });
    names.push(`/EmbeddedFiles << /Names [${pairs.join(' ')}] >>`);
  }
  if (names.length > 0) entries.push(`/Names << ${names.join(' ')} >>`);
  if (pdf.xmp !== undefined) entries.push(`/Metadata ${stream('/Type /Metadata /Subtype /XML', pdf.xmp)} 0 R`);
  if (pdf.outline) {
    const addList = (list: readonly BookmarkToMake[], parent: number): string => {
      const numbers = list.map(() => reserve());
      for (const [index, { title, to, children = [], closed, extra = '' }] of list.entries()) {
        const target =
          to === null
            ? '/A << /S /URI /URI (https://example.org/) >>'
            : typeof to === 'number'
              ? `/Dest [${pages[to - 1]} 0 R /XYZ 0 700 null]`
              : `/A << /S /GoTo /D ${text(to)} >>`;
        const number = numbers[index] as number;
        const below =
          children.length > 0 ? `${addList(children, number)} /Count ${closed ? '-' : ''}${children.length}` : '';
        const previous = index > 0 ? `/Prev ${numbers[index - 1]} 0 R` : '';
        const next = index + 1 < list.length ? `/Next ${numbers[index + 1]} 0 R` : '';
        fill(
          number,
          `<< /Title ${text(title)} /Parent ${parent} 0 R ${target} ${below} ${previous} ${next} ${extra} >>`,
        );
      }
      return `/First ${numbers[0]} 0 R /Last ${numbers.at(-1)} 0 R`;
    };
    const outline = reserve();
    fill(outline, `<< /Type /Outlines ${addList(pdf.outline, outline)} /Count ${pdf.outline.length} >>`);
    entries.push(`/Outlines ${outline} 0 R`);
  }
  fill(catalog, `<< /Type /Catalog /Pages ${tree} 0 R ${entries.join(' ')} >>`);
  const info = pdf.info
    ? add(
        `<< ${Object.entries(pdf.info)
          .map(([key, value]) => `/${key} ${text(value)}`)
          .join(' ')} >>`,
      )
    : null;

  let data = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((body, index) => {
    const offset = data.length;
    data += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `<< /Size ${objects.length + 1} /Root ${catalog} 0 R${info === null ? '' : ` /Info ${info} 0 R`} >>`;
  const start = data.length;
  data += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`;
  await writeFile(path, Buffer.from(data, 'latin1'));
  return path;
}
