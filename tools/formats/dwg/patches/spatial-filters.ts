import { DxfObjectsSectionReader, type SpatialFilter } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/* A repair of how acad-ts 3.2.0 reads SPATIAL_FILTER from DXF, the boundary that clips a block reference (XCLIP). */

interface Template {
  readonly cadObject: SpatialFilter;
  readonly hasFrontPlane: boolean;
}

interface DxfReader {
  readonly _reader: { readonly code: number };
}

/** acad-ts reads the second of its two matrices as the first, so that the boundary is misplaced in the block. */
export const spatialFilters = (): Undo =>
  replaceMethod<(this: DxfReader, template: Template, map: unknown) => boolean>(
    DxfObjectsSectionReader.prototype,
    '_readSpatialFilter',
    (original) => {
      const begun = new WeakSet<SpatialFilter>();
      return function (template, map) {
        const { cadObject: filter, hasFrontPlane } = template;
        const isMatrix = this._reader.code === 40 && (!filter.clipFrontPlane || hasFrontPlane);
        const first = filter.inverseInsertTransform;
        const isRead = original.call(this, template, map);
        if (!isMatrix) return isRead;
        if (begun.has(filter)) {
          filter.insertTransform = filter.inverseInsertTransform;
          filter.inverseInsertTransform = first;
        }
        begun.add(filter);
        return isRead;
      };
    },
  );
