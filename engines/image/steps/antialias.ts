import { type Step, warnNoEffect } from './step.ts';

/** Only affects drawings, whose decoder applies it when it renders them: finished pixels have no edges left to smooth. */
export const antialias: Step = {
  name: 'antialias',
  options: ['antialias'],
  asked: (options) => options.antialias !== undefined,
  async run(picture, job) {
    if (!job.isDrawn)
      warnNoEffect(job, 'antialias', 'it applies to drawings (SVG, PDF, EPS …), but the input is a bitmap');
    return picture;
  },
};
