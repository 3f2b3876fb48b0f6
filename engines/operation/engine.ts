import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { closeSvgPools } from '../../tools/programs/svgo/pool.ts';
import { extractAssets } from './assets/extract-assets.ts';
import { catalog } from './catalog.ts';
import { compareImages } from './compare-image.ts';
import { compress } from './compress/compress.ts';
import { describePrograms } from './describe.ts';
import { resizeImage } from './resize-image.ts';
import { thumbnail } from './thumbnail/thumbnail.ts';

/** The engine of the category operation: operations on files of any kind, done by the engines and tools for that kind. */
export const engine = defineEngine(catalog, {
  combinesInputs: ({ target }) => target === 'compare-image',
  convert,
  describe: describePrograms,
  close: closeSvgPools,
});

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  const { inputs } = request;
  switch (request.target) {
    case 'compare-image':
      return compareImages(inputs, request.options, context);
    case 'compress':
      return compress(onlyInput(inputs, 'A smaller file'), request.options, context);
    case 'extract-assets':
      return extractAssets(onlyInput(inputs, 'A set of assets'), context);
    case 'resize-image':
      return resizeImage(onlyInput(inputs, 'A resized picture'), request.options, context);
    case 'thumbnail':
      return thumbnail(onlyInput(inputs, 'A thumbnail'), request.options, context);
  }
}
