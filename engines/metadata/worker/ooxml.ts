import { withZipMembers } from '../../../tools/formats/office-files/zip-members.ts';
import { attribute, contentOf, elements, parseXml, textOf, type XmlDocument } from '../../../tools/formats/text/xml.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { count, date, found, foundAny, tagMap, text, texts } from '../values.ts';

type Office = NonNullable<Facts['office']>;
type Properties = NonNullable<Facts['properties']>;

/** Reads properties and contents of an Office Open XML file (ECMA-376 part 1, 15.2.12, and part 2, 11). */
export function ooxmlFacts(path: string): Promise<Facts> {
  return withZipMembers(path, async (zip) => {
    const xml = async (name: string): Promise<XmlDocument | null> => {
      const bytes = await zip.read(name);
      return bytes === null ? null : parseXml(bytes);
    };
    const [core, app, custom] = await Promise.all(['core', 'app', 'custom'].map((name) => xml(`docProps/${name}.xml`)));
    const [workbook, presentation] = await Promise.all([xml('xl/workbook.xml'), xml('ppt/presentation.xml')]);
    const media = zip.entries.filter(({ name }) => /^(?:word|xl|ppt|visio)\/media\/[^/]+$/.test(name)).length;
    return found<Facts>({
      properties: foundAny<Properties>({
        ...(core !== null && core !== undefined && coreProperties(core)),
        ...(app !== null && app !== undefined && appProperties(app)),
        custom: custom === null || custom === undefined ? undefined : tagMap(customProperties(custom)),
      }),
      office: found<Office>({
        ...(app !== null && app !== undefined && statistics(app)),
        sheets:
          workbook === null
            ? undefined
            : texts(
                elements(workbook, 'sheet').map((sheet) => attribute(sheet, 'name')),
                LIST_LIMITS.sheets,
              ),
        slides: presentation === null ? undefined : elements(presentation, 'sldId').length,
        pictures: media === 0 ? undefined : media,
        macros: zip.entries.some(({ name }) => name.endsWith('/vbaProject.bin')),
        digitally_signed: zip.entries.some(({ name }) => name.startsWith('_xmlsignatures/')),
      }),
    });
  });
}

function coreProperties(core: XmlDocument) {
  return {
    title: text(textOf(core, 'title')),
    subject: text(textOf(core, 'subject')),
    description: text(textOf(core, 'description')),
    authors: texts((textOf(core, 'creator') ?? '').split(';'), LIST_LIMITS.names),
    keywords: texts((textOf(core, 'keywords') ?? '').split(/[,;]/), LIST_LIMITS.names),
    language: text(textOf(core, 'language')),
    category: text(textOf(core, 'category')),
    created: date(textOf(core, 'created')),
    modified: date(textOf(core, 'modified')),
    printed: date(textOf(core, 'lastPrinted')),
    last_modified_by: text(textOf(core, 'lastModifiedBy')),
    revision: text(textOf(core, 'revision')),
  };
}

function appProperties(app: XmlDocument) {
  const minutes = count(textOf(app, 'TotalTime'));
  return {
    company: text(textOf(app, 'Company')),
    manager: text(textOf(app, 'Manager')),
    creator_tool: text(textOf(app, 'Application')),
    editing_seconds: minutes === undefined ? undefined : minutes * 60,
  };
}

function statistics(app: XmlDocument) {
  const counted = (name: string) => count(textOf(app, name));
  return {
    application_version: text(textOf(app, 'AppVersion')),
    template: text(textOf(app, 'Template')),
    pages: counted('Pages'),
    words: counted('Words'),
    characters: counted('Characters'),
    characters_with_spaces: counted('CharactersWithSpaces'),
    paragraphs: counted('Paragraphs'),
    lines: counted('Lines'),
    hidden_slides: counted('HiddenSlides'),
  };
}

function customProperties(custom: XmlDocument): [string, string][] {
  return elements(custom, 'property').map((property) => [attribute(property, 'name') ?? '', contentOf(property)]);
}
