import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import { AS_IT_IS, type Page, type PreviewOptions } from './job.ts';

/** Options as in the catalogs (src/catalog/options/cad.ts). */
interface CadValues {
  readonly cad_layout?: string;
  readonly cad_layers?: string;
  readonly cad_hidden_layers?: string;
  readonly cad_scale?: string;
  readonly cad_line_weights?: number;
  readonly cad_monochrome?: boolean;
  readonly cad_background?: string;
}

/** Returns the requested options for a drawing's picture. */
export function previewOptions(values: CadValues, page: Page | null): PreviewOptions {
  const { cad_layers: layers, cad_hidden_layers: hidden } = values;
  return {
    layout: values.cad_layout ?? AS_IT_IS.layout,
    layers: layers === undefined ? AS_IT_IS.layers : namesIn(layers),
    hiddenLayers: hidden === undefined ? AS_IT_IS.hiddenLayers : namesIn(hidden),
    page,
    scale: values.cad_scale === undefined ? AS_IT_IS.scale : scaleIn(values.cad_scale),
    weights: values.cad_line_weights ?? AS_IT_IS.weights,
    monochrome: values.cad_monochrome ?? AS_IT_IS.monochrome,
    background: values.cad_background?.toLowerCase() ?? AS_IT_IS.background,
  };
}

/** Names of layers contain no comma (AutoCAD's rule for names). */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function scaleIn(text: string): number | 'fit' {
  if (text === 'fit') return text;
  const [paper = 1, drawing = 1] = text.split(':').map(Number);
  return paper / drawing;
}

/** Drawings that can become pictures, by the names of their formats (src/files/formats/names.ts). */
const FORMATS: ReadonlySet<string> = new Set(['dwg', 'dxf']);

export const isCadDrawing = ({ format }: Pick<LocalInput, 'format'>): boolean => FORMATS.has(format?.name ?? '');

/** Warns if options for drawings were given but no input is one. */
export function warnOfCadOptions(
  inputs: readonly LocalInput[],
  values: Readonly<Record<string, unknown>>,
  { warn }: Pick<WorkContext, 'warn'>,
): void {
  if (inputs.some(isCadDrawing)) return;
  const [only, ...more] = inputs;
  const subject = only === undefined || more.length > 0 ? 'no input is a' : `${only.filename} is no`;
  for (const option of Object.keys(values).filter((name) => name.startsWith('cad_') && values[name] !== undefined)) {
    warn('option_no_effect', `Option ${option} has no effect: ${subject} DWG or DXF drawing.`, { option });
  }
}
