import { Color, DwgStreamWriterAC18 } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/** acad-ts swaps red and blue when it writes true colours to DWG since 2004; its reader is right. */
export const dwgColors = (): Undo => {
  const undo = ['writeCmColor', 'writeEnColor', 'writeEnColorBook'].map((name) =>
    replaceMethod<(this: unknown, color: Color, ...more: never[]) => void>(
      DwgStreamWriterAC18.prototype,
      name,
      (original) =>
        function (color, ...more) {
          original.call(this, color.isTrueColor ? new Color(color.b, color.g, color.r) : color, ...more);
        },
    ),
  );
  return () => {
    for (const each of undo) each();
  };
};
