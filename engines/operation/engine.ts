import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { closeMailPools } from '../../tools/formats/mail/pool.ts';
import { closeSignaturePools } from '../../tools/formats/pdf-signatures/signatures.ts';
import { closeTextPools } from '../../tools/formats/text/pool.ts';
import { closeSvgPools } from '../../tools/programs/svgo/pool.ts';
import { extractAssets } from './assets/extract-assets.ts';
import { catalog } from './catalog.ts';
import { compareImages } from './compare-image.ts';
import { comparePdfs } from './compare-pdf.ts';
import { compareVideos } from './compare-video.ts';
import { compress } from './compress/compress.ts';
import { cutVideo } from './cut-video.ts';
import { describePrograms } from './describe.ts';
import { extractArchive, videoToImage } from './opened.ts';
import { requireRead } from './readable.ts';
import { analyzeImage, listFormFields, validatePdfA, validateSignatures } from './reports.ts';
import { resizeImage } from './resize-image.ts';
import { extractStreams, mergeStreams } from './streams.ts';
import { thumbnail } from './thumbnail/thumbnail.ts';
import { translate } from './translated.ts';
import { validateInvoice } from './validate-invoice.ts';

/** The engine of the category operation: operations on files of any kind, done by the engines and tools for that kind. */
export const engine = defineEngine(catalog, {
  combinesInputs: ({ target, options }) => COMBINING.has(target) || options.trusted !== undefined,
  usesAsItIs: ({ options }, { filename }) => Array.isArray(options.trusted) && options.trusted.includes(filename),
  convert,
  describe: describePrograms,
  close: async () => {
    await Promise.all([closeSvgPools(), closeMailPools(), closeSignaturePools(), closeTextPools()]);
  },
});

/** Targets that make one result of several inputs. */
const COMBINING: ReadonlySet<string> = new Set(['compare-image', 'compare-pdf', 'compare-video', 'merge-streams']);

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  const { inputs, target } = request;
  if (target !== 'validate-signatures') for (const input of inputs) requireRead(input, target);
  switch (request.target) {
    case 'compare-image':
      return compareImages(inputs, request.options, context);
    case 'compare-pdf':
      return comparePdfs(inputs, request.options, context);
    case 'compare-video':
      return compareVideos(inputs, request.options, context);
    case 'compress':
      return compress(onlyInput(inputs, 'A smaller file'), request.options, context);
    case 'analyze-image':
      return analyzeImage(onlyInput(inputs, 'An analysis'), context);
    case 'form-fields':
      return listFormFields(onlyInput(inputs, 'A list of fields'), context);
    case 'validate-pdfa':
      return validatePdfA(onlyInput(inputs, 'A check'), request.options, context);
    case 'validate-invoice':
      return validateInvoice(onlyInput(inputs, 'A check'), context);
    case 'validate-signatures':
      return validateSignatures(inputs, request.options, context);
    case 'ai_upscale':
    case 'audio-volume':
    case 'colorize-image':
    case 'convert-pdfa':
    case 'speech-to-text':
    case 'text-to-speech':
      return translate(request, context);
    case 'cut-video':
      return cutVideo(onlyInput(inputs, 'A cut'), request.options, context);
    case 'extract-streams':
      return extractStreams(onlyInput(inputs, 'An extraction'), request.options, context);
    case 'merge-streams':
      return mergeStreams(inputs, request.options, context);
    case 'video-to-image':
      return videoToImage(onlyInput(inputs, 'A set of frames'), request.options, context);
    case 'extract-archive':
      return extractArchive(onlyInput(inputs, 'An extraction'), request.options, context);
    case 'extract-assets':
      return extractAssets(onlyInput(inputs, 'A set of assets'), request.options, context);
    case 'resize-image':
      return resizeImage(onlyInput(inputs, 'A resized picture'), request.options, context);
    case 'thumbnail':
      return thumbnail(onlyInput(inputs, 'A thumbnail'), request.options, context);
  }
}
