import type { Body } from './model.ts';
import { fontsXml } from './paragraphs.ts';
import { escapeXml, NAMESPACES, XML_HEAD } from './xml.ts';

/*
 * Parts of a docx that depend little on the document (ECMA-376 Part 1, clause 11; Part 2 for the package).
 */

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly external?: true;
}

export function relationsXml(relations: readonly Relation[]): string {
  const each = relations.map(
    ({ id, type, target, external }) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${escapeXml(target)}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

/** @param parts name of each part in the folder word, without `.xml`, and its kind */
export function contentTypesXml(parts: readonly (readonly [name: string, kind: string])[]): string {
  const kinds = parts.map(
    ([name, kind]) => `<Override PartName="/word/${name}.xml" ContentType="${WORD}.${kind}+xml"/>`,
  );
  return [
    `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    '<Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/>',
    ...kinds,
    '</Types>',
  ].join('');
}

/** Headings get their look from their runs, and their place in the outline from the styles. */
export function stylesXml({ font, size, language }: Body): string {
  const halves = Math.round(size * 2);
  const lang = language === null ? '' : `<w:lang w:val="${escapeXml(language)}"/>`;
  const headings = [1, 2, 3, 4].map((level) =>
    [
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/>`,
      '<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>',
      `<w:pPr><w:keepNext/><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
    ].join(''),
  );
  return [
    `${XML_HEAD}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>${fontsXml(font)}`,
    `<w:sz w:val="${halves}"/><w:szCs w:val="${halves}"/>${lang}</w:rPr></w:rPrDefault>`,
    '<w:pPrDefault/></w:docDefaults>',
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/>',
    '<w:pPr><w:widowControl w:val="0"/></w:pPr></w:style>',
    ...headings,
    '</w:styles>',
  ].join('');
}

/** The substitute for a missing font. */
export type FontClass = 'roman' | 'swiss' | 'modern' | 'auto';

export function fontTableXml(fonts: ReadonlyMap<string, FontClass>): string {
  const each = [...fonts].map(([name, family]) => {
    const pitch = family === 'modern' ? 'fixed' : 'variable';
    return `<w:font w:name="${escapeXml(name)}"><w:family w:val="${family}"/><w:pitch w:val="${pitch}"/></w:font>`;
  });
  return `${XML_HEAD}<w:fonts ${NAMESPACES}>${each.join('')}</w:fonts>`;
}

/** Word 2013's layout rules; space before the first paragraph of a page counts. */
export function settingsXml({ evenAndOdd }: { readonly evenAndOdd: boolean }): string {
  const mode =
    '<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/>';
  return `${XML_HEAD}<w:settings ${NAMESPACES}>${evenAndOdd ? '<w:evenAndOddHeaders/>' : ''}<w:compat>${mode}</w:compat></w:settings>`;
}
