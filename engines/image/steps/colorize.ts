import { withChromaOf } from '../colorize/chroma.ts';
import { type Colourist, loadColourist } from '../colorize/model.ts';
import { unavailable } from '../models.ts';
import { Picture, type Pixels } from '../picture.ts';
import { lumaOf } from './luma.ts';
import { stretched } from './scaled.ts';
import { type Step, type StepJob, warnNoEffect } from './step.ts';

/** Pixels of the side of the model's input per unit of colorize_render_factor. */
const SIDE_STEP = 16;

/** DeOldify's default. */
const USUAL_FACTOR = 35;

/** Many models halve a picture five times, and cannot take other sides than multiples of this. */
const SAFE_STEP = 32;

/** Colours a grey picture with a model; the brightness stays that of the picture, in all its detail. */
export const colorize: Step = {
  name: 'colorize',
  options: ['colorize_model_name', 'colorize_render_factor'],
  asked: ({ colorize_model_name, colorize_render_factor }) =>
    colorize_model_name !== undefined || colorize_render_factor !== undefined,
  async run(picture, job) {
    const { colorize_model_name: name } = job.options;
    if (name === undefined) {
      warnNoEffect(job, 'colorize_render_factor', 'colorize_model_name is not given');
      return picture;
    }
    if (job.model === undefined) throw unavailable(name, 'no model is installed for it');
    const source = await picture.pixels();
    const coloured = await coloursOf(source, await loadColourist(job.model, name), job);
    return Picture.fromPixels(withChromaOf(source, await stretched(coloured, source)));
  },
};

/** Returns the model's result for the picture's brightness, at the picture's size. */
async function coloursOf(source: Pixels, model: Colourist, job: StepJob): Promise<Pixels> {
  const { width, height } = source;
  const grey: Pixels = { data: Buffer.from(lumaOf(source).buffer), width, height, channels: 1 };
  const colour = async (side: number) =>
    model.colour(lumaOf(await stretched(grey, { width: side, height: side })), side);
  const factor = job.options.colorize_render_factor;
  const side = (factor ?? USUAL_FACTOR) * SIDE_STEP;
  if (model.fixedSide !== null) {
    if (factor !== undefined && model.fixedSide !== side) {
      const message = `The installed model always works at a side of ${model.fixedSide} pixels; colorize_render_factor changes nothing.`;
      job.warn({ code: 'option_no_effect', message, option: 'colorize_render_factor' });
    }
    return colour(model.fixedSide);
  }
  const safeSide = Math.ceil(side / SAFE_STEP) * SAFE_STEP;
  return side === safeSide ? colour(side) : colour(side).catch(() => colour(safeSide));
}
