const NAMESPACES = ['sfa', 'sf', 'sl', 'ls'].map(
  (name) => `xmlns:${name}="http://developer.apple.com/namespaces/${name}"`,
);
const KEYNOTE = 'xmlns:key="http://developer.apple.com/namespaces/keynote2"';
const VERSION = 'version="92008102400"';

/** index.xml of a Pages document of 2009 with one paragraph. */
export const pagesXml = (text: string): string =>
  `<?xml version="1.0"?><sl:document ${NAMESPACES.slice(0, 3).join(' ')} sl:${VERSION}><sf:text-storage sf:kind="body">` +
  `<sf:text-body><sf:section><sf:layout><sf:p>${text}<sf:br/></sf:p></sf:layout></sf:section></sf:text-body></sf:text-storage></sl:document>`;

/** index.xml of a Numbers document of 2009 with a table of two cells. */
export const numbersXml = (text: string): string =>
  `<?xml version="1.0"?><ls:document ${NAMESPACES.filter((each) => !each.includes(':sl=')).join(' ')} ls:${VERSION}>` +
  '<ls:workspace-array><ls:workspace ls:workspace-name="Sheet"><ls:page-info><sf:layers><sf:layer><sf:drawables><sf:tabular-info>' +
  `<sf:geometry>${size('naturalSize', 200, 40)}${size('size', 200, 40)}<sf:position sfa:x="0" sfa:y="0"/></sf:geometry>` +
  '<sf:tabular-model sf:name="Table"><sf:grid sf:numcols="2" sf:numrows="1" sf:ocnt="2"><sf:columns sf:count="2"><sf:grid-column sf:width="100"/>' +
  '<sf:grid-column sf:width="100"/></sf:columns><sf:rows sf:count="1"><sf:grid-row sf:height="20"/></sf:rows><sf:datasource>' +
  `<sf:t><sf:ct sfa:s="${text}"/></sf:t><sf:n sf:v="40"/></sf:datasource></sf:grid></sf:tabular-model></sf:tabular-info>` +
  '</sf:drawables></sf:layer></sf:layers></ls:page-info></ls:workspace></ls:workspace-array></ls:document>';

/** index.apxl of a Keynote document of 2009: one slide with a text box. */
export const keynoteXml = (text: string): string =>
  `<?xml version="1.0"?><key:presentation ${NAMESPACES.slice(0, 2).join(' ')} ${KEYNOTE} key:${VERSION}><key:size sfa:w="800" sfa:h="600"/>` +
  `<key:slide-list><key:slide sfa:ID="slide"><key:page sfa:ID="page">${size('size', 800, 600)}<sf:layers><sf:layer>` +
  '<sf:type><sf:string sfa:string="BGSlideLayer"/></sf:type><sf:drawables><sf:shape sfa:ID="shape">' +
  `<sf:geometry sfa:ID="geometry">${size('naturalSize', 400, 100)}${size('size', 400, 100)}<sf:position sfa:x="100" sfa:y="100"/></sf:geometry>` +
  '<sf:path><sf:bezier-path sfa:ID="path"><sf:bezier sfa:ID="curve" sfa:path="M 0 0 L 400 0 L 400 100 L 0 100 Z M 0 0"/></sf:bezier-path></sf:path>' +
  `<sf:text sfa:ID="frame"><sf:text-storage sfa:ID="storage" sf:kind="textbox"><sf:text-body><sf:p>${text}</sf:p></sf:text-body>` +
  '</sf:text-storage></sf:text></sf:shape></sf:drawables></sf:layer></sf:layers></key:page></key:slide></key:slide-list></key:presentation>';

const size = (name: string, width: number, height: number): string =>
  `<sf:${name} sfa:w="${width}" sfa:h="${height}"/>`;

/**
 * Index/Document.iwa with one empty object of a type, in a Snappy block: it is recognised, but no program reads it.
 * @param type 1 for Keynote and Numbers, 10000 for Pages
 */
export function iwaDocument(type: number): Buffer {
  const typeBytes = type < 128 ? [type] : [(type & 0x7f) | 0x80, type >> 7];
  const message = [0x08, ...typeBytes, 0x18, 0];
  const archive = [0x08, 1, 0x12, message.length, ...message];
  const plain = [archive.length, ...archive];
  const block = [plain.length, (plain.length - 1) << 2, ...plain];
  return Buffer.from([0, block.length, 0, 0, ...block]);
}
