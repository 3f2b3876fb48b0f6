import { ConversionError } from '../../src/task/errors.ts';

/** What the category makes; the extension is the name. */
export const TARGETS = {
  dwg: { contentType: 'image/vnd.dwg' },
  dxf: { contentType: 'image/vnd.dxf' },
} as const;

export type Target = keyof typeof TARGETS;

/** @throws ConversionError `target_unknown` */
export function requireTarget(target: string): Target {
  if (Object.hasOwn(TARGETS, target)) return target as Target;
  throw new ConversionError('target_unknown', `The cad category has no target "${target}".`);
}
