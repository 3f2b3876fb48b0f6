import { readFile } from 'node:fs/promises';
import { UnitsType } from '@node-projects/acad-ts';
import { RELEASES } from '../../../tools/formats/dwg/drawing-versions.ts';
import { entitiesOf, typeOf } from '../../../tools/formats/dwg/entities.ts';
import type { Drawing } from '../../../tools/formats/dwg/identify.ts';
import { readDrawing } from '../../../tools/formats/dwg/read.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { found, foundAny, text, texts } from '../values.ts';

type DrawingSection = NonNullable<Facts['drawing']>;
type Properties = NonNullable<Facts['properties']>;

/** Returns the contents of a drawing, which is read as a whole and synchronously. Throws what readDrawing throws. */
export async function drawingFacts(path: string, drawing: Drawing, filename: string): Promise<Facts> {
  const { document, unread } = readDrawing(await readFile(path), drawing.format, filename);
  const byType = new Map<string, number>();
  let entities = 0;
  for (const entity of entitiesOf(document)) {
    entities += 1;
    const type = typeOf(entity);
    byType.set(type, (byType.get(type) ?? 0) + 1);
  }
  const blocks = [...(document.blockRecords ?? [])].filter(({ name }) => !/^\*(?:model|paper)_space/i.test(name));
  const lost = [...unread.values()].reduce((sum, number) => sum + number, 0);
  const { header } = document;
  const info = document.summaryInfo;
  return found<Facts>({
    properties:
      info === null || info === undefined
        ? undefined
        : foundAny<Properties>({
            title: text(info.title),
            subject: text(info.subject),
            description: text(info.comments),
            authors: texts([info.author], LIST_LIMITS.names),
            keywords: texts((info.keywords ?? '').split(/[,;]/), LIST_LIMITS.names),
            last_modified_by: text(info.lastSavedBy),
            revision: text(info.revisionNumber),
          }),
    drawing: found<DrawingSection>({
      version: drawing.version,
      release: RELEASES[drawing.version],
      units: UnitsType[header?.insUnits ?? UnitsType.Unitless]?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase(),
      entities,
      entities_by_type: Object.fromEntries([...byType].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_TYPES)),
      unread_objects: lost || undefined,
      layers: texts(
        [...(document.layers ?? [])].map(({ name }) => name),
        LIST_LIMITS.layers,
      ),
      layouts: texts(
        [...(document.layouts ?? [])].map(({ name }) => name),
        LIST_LIMITS.layouts,
      ),
      blocks: blocks.length,
      extents: header === null ? undefined : extentsOf(header),
    }),
  });
}

/** Maximum types of entities; the standard has some fifty, programs add their own. */
const MAX_TYPES = 200;

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Returns undefined if the header has no extents: an empty drawing has corners beyond all numbers. */
function extentsOf(header: { readonly modelSpaceExtMin?: Corner; readonly modelSpaceExtMax?: Corner }) {
  const { modelSpaceExtMin: min, modelSpaceExtMax: max } = header;
  if (min === undefined || max === undefined) return undefined;
  const [width, height] = [max.x - min.x, max.y - min.y];
  return width >= 0 && height >= 0 && Number.isFinite(width + height) ? { width, height } : undefined;
}
