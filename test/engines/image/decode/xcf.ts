/** One layer of one colour. */
export interface Layer {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha. */
  readonly color: readonly [number, number, number, number];
  readonly isVisible?: boolean;
}

const TILE = 64;
const PROPERTY = { opacity: 6, mode: 7, visible: 8, offsets: 15, compression: 17 } as const;
const RLE = 1;
const OPAQUE = 255;

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** A file as GIMP writes it (its "Specification of the XCF File Format"), of layers of one colour, the uppermost first. */
export function makeXcf(width: number, height: number, layers: readonly Layer[]): Buffer {
  const image = u32(width, height, 0);
  const compression = [u32(PROPERTY.compression, 1), Buffer.from([RLE]), u32(0, 0)];
  const head = Buffer.concat([Buffer.from('gimp xcf v001\0', 'latin1'), image, ...compression]);
  let at = head.length + 4 * (layers.length + 1) + 4;
  const offsets: number[] = [];
  const written: Buffer[] = [];
  for (const layer of layers) {
    const bytes = layerAt(layer, at);
    offsets.push(at);
    written.push(bytes);
    at += bytes.length;
  }
  return Buffer.concat([head, u32(...offsets, 0), u32(0), ...written]);
}

/** A layer, its hierarchy, its level and its tiles, one behind the other. */
function layerAt({ left, top, width, height, color, isVisible = true }: Layer, at: number): Buffer {
  const name = Buffer.from('layer\0', 'latin1');
  const properties = u32(
    ...[PROPERTY.opacity, 4, OPAQUE],
    ...[PROPERTY.visible, 4, isVisible ? 1 : 0],
    ...[PROPERTY.offsets, 8, left, top],
    ...[PROPERTY.mode, 4, 0],
    ...[0, 0],
  );
  const layer = Buffer.concat([u32(width, height, 1, name.length), name, properties]);
  const hierarchyAt = at + layer.length + 8;
  const levelAt = hierarchyAt + 12 + 8;
  const tiles = tilesOf(width, height, color);
  let tileAt = levelAt + 8 + 4 * (tiles.length + 1);
  const offsets = tiles.map((tile) => {
    tileAt += tile.length;
    return tileAt - tile.length;
  });
  return Buffer.concat([
    ...[layer, u32(hierarchyAt, 0), u32(width, height, 4), u32(levelAt, 0)],
    ...[u32(width, height), u32(...offsets, 0), ...tiles],
  ]);
}

function tilesOf(width: number, height: number, color: Layer['color']): Buffer[] {
  const tiles: Buffer[] = [];
  for (let y = 0; y < height; y += TILE) {
    for (let x = 0; x < width; x += TILE) {
      const pixels = Math.min(TILE, width - x) * Math.min(TILE, height - y);
      // A long run: 127, its length in two bytes, the value; a channel after the other.
      tiles.push(Buffer.from(color.flatMap((value) => [127, pixels >> 8, pixels & 255, value])));
    }
  }
  return tiles;
}
