import type { OptionValues } from '../../task/types.ts';

export interface PlannedTask {
  readonly conversionId: string;
  readonly category: string;
  readonly inputIds: readonly string[];
}

interface PlannedConversion {
  readonly id: string;
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
}

/**
 * Plans the tasks of a job: for each conversion one with all inputs if its engine combines them, otherwise one per input. They are in the
 * order of conversions, then inputs, so that outputs come in the expected order.
 */
export function planTasks(
  conversions: readonly PlannedConversion[],
  inputIds: readonly string[],
  combines: (conversion: PlannedConversion) => boolean,
): PlannedTask[] {
  return conversions.flatMap((conversion) =>
    combines(conversion)
      ? [{ conversionId: conversion.id, category: conversion.category, inputIds }]
      : inputIds.map((inputId) => ({
          conversionId: conversion.id,
          category: conversion.category,
          inputIds: [inputId],
        })),
  );
}
