import type { EngineContext } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type DrawingVersion, isDrawingVersion, versionLabel } from './drawing-versions.ts';
import type { Drawing } from './identify.ts';
import type { Target } from './targets.ts';
import { DEFAULT_VERSION, WRITERS, writableVersions } from './writers.ts';

/**
 * The version to write: the asked one, else the input's own, else the newest with a warning.
 * @throws ConversionError `option_unsupported` where the asked one cannot be written
 */
export function chooseVersion(
  target: Target,
  asked: unknown,
  drawing: Drawing,
  context: Pick<EngineContext, 'warn'>,
): DrawingVersion {
  if (isDrawingVersion(asked)) {
    if (WRITERS[target][asked] !== null) return asked;
    const can = writableVersions(target);
    throw new ConversionError(
      'option_unsupported',
      `${target.toUpperCase()} of version ${versionLabel(asked)} cannot be written yet. These can: ${can.map(versionLabel).join(', ')}.`,
      { details: { option: 'version', value: asked, allowed: can } },
    );
  }
  if (WRITERS[target][drawing.version] !== null) return drawing.version;
  context.warn(
    'option_adjusted',
    `The drawing is of version ${versionLabel(drawing.version)}, which cannot be written as ${target.toUpperCase()} yet; it was written as ${versionLabel(DEFAULT_VERSION)}. Option version chooses another.`,
    { option: 'version', value: DEFAULT_VERSION, input_version: drawing.version },
  );
  return DEFAULT_VERSION;
}
