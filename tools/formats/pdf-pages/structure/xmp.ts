import { xmlText } from '../../text/xml-text.ts';
import type { Info, Properties } from './info.ts';

/**
 * Returns the XMP packet (ISO 16684-1; properties paired with the information dictionary as in ISO 32000-2, 14.3.3) for the document's
 * information. Of further information it has the copyright, and whether there is one.
 */
export function xmpOf(info: Info, { Copyright: copyright, Marked: marked = '' }: Properties = {}): string {
  const texts = [
    info.title === null ? '' : `<dc:title>${alternative(info.title)}</dc:title>`,
    info.author === null ? '' : `<dc:creator><rdf:Seq><rdf:li>${xmlText(info.author)}</rdf:li></rdf:Seq></dc:creator>`,
    info.subject === null ? '' : `<dc:description>${alternative(info.subject)}</dc:description>`,
    element('pdf:Keywords', info.keywords),
    element('pdf:Producer', info.producer),
    element('xmp:CreatorTool', info.creator),
    element('xmp:CreateDate', info.creationDate),
    element('xmp:ModifyDate', info.modificationDate),
    copyright === undefined ? '' : `<dc:rights>${alternative(copyright)}</dc:rights>`,
    /^(?:true|false)$/i.test(marked)
      ? element('xmpRights:Marked', marked.toLowerCase() === 'true' ? 'True' : 'False')
      : '',
  ].join('');
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">${texts}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

const element = (name: string, text: string | null): string =>
  text === null ? '' : `<${name}>${xmlText(text)}</${name}>`;

const alternative = (text: string): string =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${xmlText(text)}</rdf:li></rdf:Alt>`;
