import { filterColours } from './split-alpha.ts';
import type { Step } from './step.ts';

/** Sharpens edges mildly: 32 times a pixel, minus its eight neighbours, divided by 24. */
export const sharpen: Step = {
  name: 'sharpen',
  options: ['sharpen'],
  asked: (options) => options.sharpen === true,
  run: (picture) => filterColours(picture, (pipeline) => pipeline.sharpen()),
};
