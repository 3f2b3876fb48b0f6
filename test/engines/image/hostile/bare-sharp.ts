// The control of the tests beside it: unpacks a picture with sharp as it comes, every limit of its own switched off, and prints
// what came of it as JSON. A process of its own, so that its memory can be measured and its end is not waited for.
import sharp from 'sharp';
import { peakMemory } from '../../../support/peak-memory.ts';

const [path = '', pages] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);
try {
  const options = { limitInputPixels: false, unlimited: true, failOn: 'none' } as const;
  const image = sharp(path, { ...options, pages: Number(pages ?? 1) });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const isWhite = data.every((value) => value === 255);
  tell({ width: info.width, height: info.height, isWhite, failure: null });
} catch (error) {
  tell({ width: 0, height: 0, isWhite: false, failure: String(error) });
}

function tell(found: object): void {
  console.log(JSON.stringify({ ...found, peakBytes: peakMemory() }));
}
