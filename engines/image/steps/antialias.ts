import { type Step, warnNoEffect } from './step.ts';

/** Concerns drawings, whose decoder honours it when it makes pixels of them: pixels have no edges left to smooth. */
export const antialias: Step = {
  name: 'antialias',
  options: ['antialias'],
  asked: (options) => options.antialias !== undefined,
  async run(picture, job) {
    if (!job.isDrawn)
      warnNoEffect(job, 'antialias', 'it concerns drawings (SVG, PDF, EPS …), and the input is a picture of pixels');
    return picture;
  },
};
