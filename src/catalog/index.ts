import type { WarningIssue } from '../task/errors.ts';
import type { OptionValues, TaskConversion } from '../task/types.ts';

export interface ValidatedConversion {
  options: OptionValues;
  warnings: WarningIssue[];
}

/** First thin version: accepts everything. */
export function validateConversion(conversion: TaskConversion): ValidatedConversion {
  return { options: conversion.options, warnings: [] };
}
