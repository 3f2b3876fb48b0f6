import type { Anchored, Picture } from './model.ts';
import { emu } from './xml.ts';

/** Returns a picture in a line of text. */
export function inlinePicture(picture: Picture, number: number, relation: string): string {
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0">${inside(picture, number, relation)}</wp:inline></w:drawing></w:r>`;
}

/** Returns a picture at its place on the page. */
export function anchoredPicture(picture: Anchored, number: number, relation: string): string {
  const place = (axis: 'H' | 'V', at: number): string =>
    `<wp:position${axis} relativeFrom="page"><wp:posOffset>${emu(at)}</wp:posOffset></wp:position${axis}>`;
  const anchor = [
    `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${number}"`,
    ` behindDoc="${picture.behind ? 1 : 0}" locked="0" layoutInCell="1" allowOverlap="1">`,
    `<wp:simplePos x="0" y="0"/>${place('H', picture.x)}${place('V', picture.y)}`,
    extent(picture),
    '<wp:wrapNone/>',
    graphic(picture, number, relation),
    '</wp:anchor>',
  ];
  return `<w:r><w:drawing>${anchor.join('')}</w:drawing></w:r>`;
}

function inside(picture: Picture, number: number, relation: string): string {
  return extent(picture) + graphic(picture, number, relation);
}

const size = ({ width, height }: Picture): string => `cx="${emu(width)}" cy="${emu(height)}"`;

const extent = (picture: Picture): string => `<wp:extent ${size(picture)}/>`;

function graphic(picture: Picture, number: number, relation: string): string {
  const name = `id="${number}" name="Picture ${number}"`;
  return [
    `<wp:docPr ${name}/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">`,
    `<pic:pic><pic:nvPicPr><pic:cNvPr ${name}/><pic:cNvPicPr/></pic:nvPicPr>`,
    `<pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size(picture)}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`,
    '</pic:pic></a:graphicData></a:graphic>',
  ].join('');
}
