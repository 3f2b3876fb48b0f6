import { type FfmpegRuns, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import type { Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { type NormalizeOptions, treatmentFilters } from '../../tools/programs/ffmpeg/sound/loudness.ts';
import { normalize } from '../../tools/programs/ffmpeg/sound/normalize.ts';
import { type FilmRun, measureArguments } from './arguments.ts';
import type { SoundWay } from './sound-plan.ts';

/** ffmpeg's names of channel layouts, by number of channels. */
const LAYOUTS = ['mono', 'stereo', '2.1', 'quad', '5.0', '5.1', '6.1', '7.1'] as const;

/**
 * Measures each sound of a film as the result will have it, and adds filters that bring it to the requested loudness. Throws
 * ConversionError as runFfmpeg does.
 */
export async function normalizeSounds(
  run: FilmRun,
  options: NormalizeOptions,
  runs: FfmpegRuns,
): Promise<{ run: FilmRun; warnings: readonly Warning[] }> {
  const sounds: SoundWay[] = [];
  const warnings: Warning[] = [];
  for (const way of run.plan.sounds) {
    if (way.by === 'copy') {
      sounds.push(way);
      continue;
    }
    const layout = LAYOUTS[way.channels - 1] ?? 'stereo';
    // Integers would clip the peaks that mixing and resampling raise.
    const form = [`aformat=sample_fmts=fltp:sample_rates=${way.rate}:channel_layouts=${layout}`];
    const shaped = { ...way, filters: [...way.filters, ...form] };
    const { treatment, warnings: said } = await normalize({
      options,
      workFolder: runs.context.workFolder,
      form: { sampleRate: way.rate, layout },
      unclipped: false,
      measure: ({ filters }) => runFfmpeg(runs, measureArguments(run, shaped, filters)),
    });
    warnings.push(...said);
    const treated = treatment === null ? [] : treatmentFilters(treatment, { sampleRate: way.rate, layout });
    sounds.push({ ...shaped, filters: [...shaped.filters, ...treated] });
  }
  return { run: { ...run, plan: { ...run.plan, sounds } }, warnings };
}
