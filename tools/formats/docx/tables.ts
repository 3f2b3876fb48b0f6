import type { Border, Side, Table, TableCell, TableRow } from './model.ts';
import { type PartLinks, paragraphXml } from './paragraphs.ts';
import { twips } from './xml.ts';

export function tableXml(table: Table, links: PartLinks): string {
  const width = table.widths.reduce((sum, each) => sum + each, 0);
  const padding = twips(table.padding);
  const properties = [
    `<w:tblW w:w="${twips(width)}" w:type="dxa"/>`,
    `<w:tblInd w:w="${twips(table.indent)}" w:type="dxa"/>`,
    '<w:tblLayout w:type="fixed"/>',
    `<w:tblCellMar><w:left w:w="${padding}" w:type="dxa"/><w:right w:w="${padding}" w:type="dxa"/></w:tblCellMar>`,
  ].join('');
  const grid = table.widths.map((each) => `<w:gridCol w:w="${twips(each)}"/>`).join('');
  const rows = table.rows.map((row) => rowXml(row, table.widths, links)).join('');
  return `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows}</w:tbl>`;
}

function rowXml(row: TableRow, widths: readonly number[], links: PartLinks): string {
  let column = 0;
  const cells = row.cells.map((cell) => {
    const width = widths.slice(column, column + cell.span).reduce((sum, each) => sum + each, 0);
    column += cell.span;
    return cellXml(cell, width, links);
  });
  const height =
    row.height === null ? '' : `<w:trPr><w:trHeight w:val="${twips(row.height)}" w:hRule="atLeast"/></w:trPr>`;
  return `<w:tr>${height}${cells.join('')}</w:tr>`;
}

const SIDES: readonly Side[] = ['top', 'left', 'bottom', 'right'];

function cellXml(cell: TableCell, width: number, links: PartLinks): string {
  const borders = SIDES.map((side) => borderXml(side, cell.borders[side])).join('');
  const properties = [
    `<w:tcW w:w="${twips(width)}" w:type="dxa"/>`,
    cell.span > 1 ? `<w:gridSpan w:val="${cell.span}"/>` : '',
    cell.merge === null ? '' : `<w:vMerge${cell.merge === 'first' ? ' w:val="restart"' : ''}/>`,
    borders === '' ? '' : `<w:tcBorders>${borders}</w:tcBorders>`,
    cell.fill === null ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${cell.fill}"/>`,
    cell.middle ? '<w:vAlign w:val="center"/>' : '',
  ].join('');
  const blocks = cell.blocks.map((block) => paragraphXml(block, links)).join('');
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${blocks === '' ? '<w:p/>' : blocks}</w:tc>`;
}

/** Writes a border in eighths of a point, from a quarter of a point to six (17.18.23). */
function borderXml(side: Side, border: Border | undefined): string {
  if (border === undefined) return '';
  const eighths = Math.min(48, Math.max(2, Math.round(border.width * 8)));
  return `<w:${side} w:val="single" w:sz="${eighths}" w:space="0" w:color="${border.color}"/>`;
}
