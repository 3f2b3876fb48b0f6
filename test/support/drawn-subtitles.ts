import { execa } from 'execa';
import { type PaletteEntry, type PgsPicture, renderPgs } from './pgs.ts';

/** A subtitle that is drawn: white letters with a black outline. */
export interface Drawn {
  readonly text: string;
  /** Seconds. */
  readonly from: number;
  readonly to?: number;
  /** Left out: at the bottom. */
  readonly isTop?: boolean;
}

const LEVELS = 4;

/** Brightness and opacity in four steps each, as `DRAW` counts them. */
const PALETTE: readonly PaletteEntry[] = Array.from({ length: LEVELS ** 2 }, (_, entry) => {
  const step = (level: number) => level / (LEVELS - 1);
  return [16 + Math.round(219 * step(entry % LEVELS)), Math.round(255 * step(Math.floor(entry / LEVELS)))];
});

const DRAW = `
import json, sys
from PIL import Image, ImageDraw, ImageFont
size, texts = json.loads(sys.argv[1])
font = ImageFont.truetype('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', size)
edge = max(2, size // 12)
pictures = []
for text in texts:
    box = ImageDraw.Draw(Image.new('L', (1, 1))).multiline_textbbox((0, 0), text, font, stroke_width=edge, align='center')
    width, height = round(box[2] - box[0]), round(box[3] - box[1])
    masks = []
    for outline in (255, 0):
        mask = Image.new('L', (width, height))
        look = {'stroke_width': edge, 'stroke_fill': outline, 'align': 'center'}
        ImageDraw.Draw(mask).multiline_text((-box[0], -box[1]), text, 255, font, **look)
        masks.append(mask.tobytes())
    indexes = bytes(round(all / 85) * 4 + round(fill / 85) for all, fill in zip(*masks))
    pictures.append({'width': width, 'height': height, 'pixels': indexes.hex()})
print(json.dumps(pictures))
`;

/** Draws subtitles on a screen, and returns them as a file of Blu-ray subtitles. */
export async function drawSubtitles(
  subtitles: readonly Drawn[],
  screen: readonly [width: number, height: number] = [1280, 720],
): Promise<Buffer> {
  const asked = JSON.stringify([Math.round(screen[1] / 16), subtitles.map(({ text }) => text)]);
  const { stdout } = await execa('/usr/bin/python3', ['-I', '-c', DRAW, asked]);
  const pictures = (JSON.parse(stdout) as { width: number; height: number; pixels: string }[]).map(
    ({ width, height, pixels }, index): PgsPicture => {
      const { from = 0, to, isTop = false } = subtitles[index] ?? {};
      const margin = Math.round(screen[1] / 20);
      const at = [Math.round((screen[0] - width) / 2), isTop ? margin : screen[1] - height - margin] as const;
      return { at, size: [width, height], pixels: Buffer.from(pixels, 'hex'), from, ...(to !== undefined && { to }) };
    },
  );
  return renderPgs(screen, PALETTE, pictures);
}
