import type { Step } from './step.ts';

/** Mirrors the picture, pixel for pixel. */
export const flip: Step = {
  name: 'flip',
  options: ['flip'],
  asked: (options) => options.flip !== undefined,
  async run(picture, { options: { flip: axis } }) {
    // In one pass sharp mirrors before it turns, even before it turns upright by Exif.
    const turned = await picture.rendered();
    return turned.with('finished', (pipeline) => {
      // sharp's flip turns the picture upside down; flop swaps left and right.
      const isAcross = axis === 'horizontal' || axis === 'both';
      const isDown = axis === 'vertical' || axis === 'both';
      return pipeline.flop(isAcross).flip(isDown);
    });
  },
};
