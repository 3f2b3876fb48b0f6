import { type Step, warnNoEffect } from './step.ts';

/** Concerns drawings, whose decoder honours it when it makes pixels of them: pixels have no edges left to smooth. */
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
