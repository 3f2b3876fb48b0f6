import { type CadObject, ExtendedDataBinaryChunk, ExtendedDataControlString, Layer, XYZ } from '@node-projects/acad-ts';
import type { Drawing } from './drawing.ts';
import { asR12Text } from './names.ts';

const LAYER_NAME = 1003;
const HANDLE = 1005;

/** Writes the extended data of an entity (XDATA), which has the same form in R12. */
export function writeExtendedData({ document, names, out }: Drawing, object: CadObject): void {
  for (const [application, data] of object.extendedData) {
    out.text(1001, names.applications.of(application.name));
    for (const record of data.records) {
      const value = record.rawValue;
      if (record instanceof ExtendedDataControlString) out.text(1002, record.value);
      else if (record instanceof ExtendedDataBinaryChunk) {
        // Left out: programs disagree on the length before a binary chunk in binary R12 files.
      } else if (value instanceof XYZ) out.point(record.code, value);
      else if (record.code === LAYER_NAME) {
        const layer = document.getCadObject(Number(value));
        out.text(LAYER_NAME, names.layers.of(layer instanceof Layer ? layer.name : '0'));
      } else if (record.code === HANDLE) {
        const target = document.getCadObject(Number(value));
        out.text(HANDLE, target === null ? '0' : target.handle.toString(16).toUpperCase());
      } else if (typeof value === 'string') out.text(record.code, asR12Text(value).slice(0, 255));
      else if (typeof value === 'number') out.number(record.code, value);
    }
  }
}
