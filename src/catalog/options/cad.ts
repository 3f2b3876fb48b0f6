import type { OptionDefinitions } from '../definition.ts';

/* Which parts of a CAD drawing are shown, and how: options of the categories that draw DWG and DXF. No effect on other inputs. */

const FOR_DRAWINGS = 'For DWG and DXF';

const LAYERS = { type: 'string', minLength: 1, maxLength: 4000 } as const;

/** Which parts of a drawing are shown. */
export const CAD_CONTENT_OPTIONS = {
  cad_layout: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: `${FOR_DRAWINGS}: model, the name of a layout, or all: the model and each layout with content, each as a page or picture. Left out: the model, or if it is empty the first layout with content.`,
    'x-group': 'cad',
    'x-order': 320,
    'x-inputs': ['cad'],
    example: 'all',
  },
  cad_layers: {
    ...LAYERS,
    description: `${FOR_DRAWINGS}: names of the layers to draw, separated by commas; * stands for any characters. They are drawn even if they are off, frozen or not plotted, and no others. Left out: the layers that the drawing plots.`,
    'x-group': 'cad',
    'x-inputs': ['cad'],
    example: 'WALLS, DOORS*',
  },
  cad_hidden_layers: {
    ...LAYERS,
    description: `${FOR_DRAWINGS}: names of layers not to draw, separated by commas; * stands for any characters.`,
    'x-group': 'cad',
    'x-inputs': ['cad'],
    example: 'DIMENSIONS',
  },
} as const satisfies OptionDefinitions;

/** How the drawing looks, apart from its paper. */
export const CAD_LOOK_OPTIONS = {
  cad_scale: {
    type: 'string',
    pattern: '^(?:fit|[1-9][0-9]{0,5}:[1-9][0-9]{0,5})$',
    format: 'drawing-scale',
    description: `${FOR_DRAWINGS}: length on paper to length in the drawing, such as 1:50, or fit, which fills the paper. Left out: fit for the model, 1:1 for a layout, whose paper is its own.`,
    'x-group': 'cad',
    'x-inputs': ['cad'],
    example: '1:50',
  },
  cad_line_weights: {
    type: 'number',
    minimum: 0,
    maximum: 10,
    description: `${FOR_DRAWINGS}: factor for line weights; 0 draws all lines as thin as is visible. Left out: 1, the weights of the drawing.`,
    'x-group': 'cad',
    'x-inputs': ['cad'],
    example: 0.5,
  },
  cad_monochrome: {
    type: 'boolean',
    description: `${FOR_DRAWINGS}: draws everything in one color: black, or white on a dark background.`,
    'x-group': 'colour',
    'x-inputs': ['cad'],
  },
  cad_background: {
    type: 'string',
    pattern: '^#[0-9a-fA-F]{6}$',
    format: 'rgb-color',
    description: `${FOR_DRAWINGS}: color of the paper, as # and six hex digits. On a dark one, black lines become white. Left out: white.`,
    'x-group': 'colour',
    'x-inputs': ['cad'],
    example: '#000000',
  },
} as const satisfies OptionDefinitions;

/** Paper of the drawing, for targets without another option for that. */
export const CAD_PAPER_OPTIONS = {
  cad_page_size: {
    type: 'string',
    enum: [
      ...(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'] as const),
      ...(['letter', 'legal', 'ledger', '11x17', 'archA', 'archB', 'archC', 'archD', 'archE'] as const),
    ],
    description: `${FOR_DRAWINGS}: paper size, in the orientation of the drawing. Left out: a sheet with the proportions of the drawing, as large as fits into A3; for a layout named by cad_layout, the paper of that layout.`,
    'x-group': 'cad',
    'x-inputs': ['cad'],
    example: 'a3',
  },
} as const satisfies OptionDefinitions;
