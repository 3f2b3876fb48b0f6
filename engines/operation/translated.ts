import { findEntry } from '../../src/catalog/index.ts';
import type { OutputFile, RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { convertParts } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { contentText } from '../../src/work/content-text.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { catalog } from './catalog.ts';
import { ownTarget } from './pictures.ts';

/** A conversion by another engine. */
interface Conversion {
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
}

export type Translated = Extract<
  RequestOf<typeof catalog>,
  { target: 'ai_upscale' | 'audio-volume' | 'colorize-image' | 'convert-pdfa' | 'speech-to-text' | 'text-to-speech' }
>;

/** Does the operations that are a conversion by another engine under another name. Throws what that engine throws. */
export async function translate(request: Translated, context: WorkContext): Promise<OutputFile[]> {
  const { category, ...conversion } = conversionOf(request, context);
  return convertParts(category, { ...conversion, inputs: request.inputs }, context);
}

function conversionOf(request: Translated, context: WorkContext): Conversion {
  switch (request.target) {
    case 'ai_upscale': {
      const target = ownTarget(onlyInput(request.inputs, 'An enlarged picture')) ?? 'png';
      return { category: 'image', target, options: { upscale_factor: request.options.upscale_factor } };
    }
    case 'audio-volume': {
      const { volume } = request.options;
      if (volume === undefined) {
        const message = 'Option volume is missing: give the percentage of the volume of the source.';
        throw new ConversionError('option_invalid', message, { details: { option: 'volume' } });
      }
      const input = onlyInput(request.inputs, 'A changed volume');
      const target = input.format?.name ?? '';
      if (findEntry('audio', target) === undefined) {
        const message = `${contentText(input)}, which is not written here. Convert it to a target of the category audio with option volume.`;
        throw new ConversionError('input_wrong_type', message, { details: { format: input.format?.name ?? null } });
      }
      return { category: 'audio', target, options: { volume } };
    }
    case 'colorize-image': {
      const { colorize_model_name, colorize_render_factor } = request.options;
      const target = ownTarget(onlyInput(request.inputs, 'A colored picture')) ?? 'png';
      return { category: 'image', target, options: given({ colorize_model_name, colorize_render_factor }) };
    }
    case 'convert-pdfa': {
      const { validation_profile: profile, strict_mode } = request.options;
      if (strict_mode === false) {
        const message = 'Option strict_mode has no effect: pages always look as before, or the document is refused.';
        context.warn('option_no_effect', message, { option: 'strict_mode' });
      }
      return { category: 'document', target: 'pdf', options: { pdf_a: profile.slice('pdfa'.length) } };
    }
    case 'speech-to-text':
      return { category: 'document', target: 'txt', options: given({ language_stt: request.options.language_stt }) };
    case 'text-to-speech': {
      const { language_tts, tts_voice } = request.options;
      return { category: 'audio', target: 'mp3', options: given({ language_tts, tts_voice }) };
    }
  }
}

const given = (options: OptionValues): OptionValues =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
