import { execa } from 'execa';
import { type PaletteEntry, type PgsPicture, renderPgs } from './pgs.ts';

/** A subtitle that is drawn. */
export interface Drawn {
  readonly text: string;
  /** Seconds. */
  readonly from: number;
  readonly to?: number;
  /** Left out: at the bottom. */
  readonly isTop?: boolean;
}

/** Light letters with a dark edge, dark ones with a light edge, or letters without an edge. */
export type Look = 'light' | 'dark' | 'plain';

export interface Drawing {
  readonly screen?: readonly [width: number, height: number];
  readonly look?: Look;
}

const LEVELS = 4;

/** Brightness and opacity of each entry: its letter counts up to four, and its letter with the edge four times that (`DRAW`). */
const paletteOf = (look: Look): readonly PaletteEntry[] =>
  Array.from({ length: LEVELS ** 2 }, (_, entry) => {
    const letter = (entry % LEVELS) / (LEVELS - 1);
    const whole = Math.floor(entry / LEVELS) / (LEVELS - 1);
    const luma = { light: 16 + 219 * letter, dark: 235 - 219 * letter, plain: 235 }[look];
    return [Math.round(luma), Math.round(255 * (look === 'plain' ? letter : whole))];
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
    pixels = bytes(round(whole / 85) * 4 + round(letter / 85) for whole, letter in zip(*masks))
    pictures.append({'width': width, 'height': height, 'pixels': pixels.hex()})
print(json.dumps(pictures))
`;

/** Draws subtitles on a screen, and returns them as a file of Blu-ray subtitles. */
export async function drawSubtitles(
  subtitles: readonly Drawn[],
  { screen = [720, 576], look = 'light' }: Drawing = {},
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
  return renderPgs(screen, paletteOf(look), pictures);
}
