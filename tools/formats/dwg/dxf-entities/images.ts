import { type CadWipeoutBase, ClipType, type XY } from '@node-projects/acad-ts';
import { bit, type SectionWriter } from './tags.ts';

/** Writes an IMAGE or WIPEOUT: they have the same parts under different names. */
export function writeImage({ _writer: tags }: SectionWriter, image: CadWipeoutBase): void {
  tags.write(100, image.subclassMarker);
  tags.write(90, image.classVersion);
  tags.writeVector(10, image.insertPoint);
  tags.writeVector(11, image.uVector);
  tags.writeVector(12, image.vVector);
  tags.writeVector(13, image.size);
  // A wipeout shows no file.
  tags.write(340, image.definition?.handle ?? 0);
  tags.write(70, image.flags);
  tags.write(280, bit(image.clippingState));
  tags.write(281, image.brightness);
  tags.write(282, image.contrast);
  tags.write(283, image.fade);
  tags.write(360, image.definitionReactor?.handle ?? 0);
  tags.write(71, image.clipType);
  const boundary =
    image.clipType === ClipType.Polygonal ? closed(image.clipBoundaryVertices) : image.clipBoundaryVertices;
  tags.write(91, boundary.length);
  for (const vertex of boundary) tags.writeVector(14, vertex);
}

/** Repeats the first point of a polygon at its end, as DXF does and DWG does not. */
function closed(polygon: readonly XY[]): readonly XY[] {
  const [first, last] = [polygon[0], polygon.at(-1)];
  if (first === undefined || last === undefined || (first.x === last.x && first.y === last.y)) return polygon;
  return [...polygon, first];
}
