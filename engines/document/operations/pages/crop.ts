import { changePages } from '../../../../tools/formats/pdf-pages/change-pages.ts';
import type { CropPages } from '../../../../tools/formats/pdf-pages/geometry/change.ts';
import { POINTS } from '../../../../tools/formats/pdf-pages/geometry/papers.ts';
import type { Operation, PdfOptions } from '../operation.ts';

/**
 * Makes pages show one of their boxes (`crop`), less of their sides (`crop_top` and so on) or an area, as they are seen. The content that is cut off
 * is hidden and stays in the file, which a warning reports.
 */
export const crop: Operation = {
  name: 'crop',
  options: ['crop', 'crop_top', 'crop_bottom', 'crop_left', 'crop_right', 'crop_width', 'crop_height', 'crop_unit'],
  asked: (options) => options.crop !== undefined || cutsSides(options),
  async run(files, job) {
    const cropped = await changePages(files, croppingOf(job.options), job);
    if (job.options.crop !== 'media' || cutsSides(job.options)) {
      const message = 'What was cut off the pages is hidden, not removed: it is still in the file.';
      job.context.warn('output_limited', message, { option: 'crop' });
    }
    return cropped;
  },
};

const cutsSides = ({ crop_top, crop_bottom, crop_left, crop_right, crop_width, crop_height }: PdfOptions): boolean =>
  [crop_top, crop_bottom, crop_left, crop_right, crop_width, crop_height].some(Boolean);

function croppingOf(options: PdfOptions): CropPages {
  const { crop_top: top = 0, crop_right: right = 0, crop_bottom: bottom = 0, crop_left: left = 0 } = options;
  const unit = POINTS[options.crop_unit ?? 'mm'];
  const sides = { top: top * unit, right: right * unit, bottom: bottom * unit, left: left * unit };
  const inPoints = (length: number | undefined) => (length === undefined ? null : length * unit);
  const area = { width: inPoints(options.crop_width), height: inPoints(options.crop_height) };
  return { kind: 'crop', box: options.crop ?? null, ...sides, ...area };
}
