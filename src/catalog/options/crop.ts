import { excludeGroups, type OptionRule } from '../rules.ts';

/** Lengths that a category allows, in pixels. */
interface CropLimits {
  readonly distance: { readonly type: 'integer'; readonly minimum: number; readonly maximum: number };
  /** Limits of the area that is kept. */
  readonly extent: { readonly type: 'integer'; readonly minimum: number; readonly maximum: number };
}

const SIDE = (side: string) => `Pixels to cut off at the ${side}. Not together with a crop area.`;
const ORIGIN = (side: string) => `Pixels from the ${side} to the area to keep. Not together with cropping by sides.`;
const SIZE = (what: string) => `${what} of the area to keep, in pixels. Not together with cropping by sides.`;

const CROP = { 'x-group': 'crop', 'x-unit': 'px' } as const;

/** Returns the options that cut off the edges of a picture: by its four sides, or by the area to keep. */
export const cropOptions = ({ distance, extent }: CropLimits) => ({
  crop_top: { ...distance, ...CROP, description: SIDE('top'), example: 10 },
  crop_bottom: { ...distance, ...CROP, description: SIDE('bottom'), example: 10 },
  crop_left: { ...distance, ...CROP, description: SIDE('left'), example: 10 },
  crop_right: { ...distance, ...CROP, description: SIDE('right'), example: 10 },
  crop_origin_x: { ...distance, ...CROP, description: ORIGIN('left edge'), example: 0 },
  crop_origin_y: { ...distance, ...CROP, description: ORIGIN('upper edge'), example: 0 },
  crop_width: { ...extent, ...CROP, description: SIZE('Width'), example: 640 },
  crop_height: { ...extent, ...CROP, description: SIZE('Height'), example: 480 },
});

export const CROP_SIDES = ['crop_top', 'crop_bottom', 'crop_left', 'crop_right'] as const;
export const CROP_AREA = ['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height'] as const;

export const CROP_RULE: OptionRule = {
  options: [...CROP_SIDES, ...CROP_AREA],
  text: `Cropping takes either the four sides (${CROP_SIDES.join(', ')}) or an area (${CROP_AREA.join(', ')}), not both.`,
  check: (given) => excludeGroups(given, [CROP_SIDES, CROP_AREA], 'crop either by sides or by an area'),
};
