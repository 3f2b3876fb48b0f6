import { writeFile } from 'node:fs/promises';
import proto, { type onnx } from 'onnx-proto';

const { AttributeProto, ModelProto, TensorProto } = proto.onnx;
const { FLOAT, INT64 } = TensorProto.DataType;
/** The last of ONNX's operator sets that has Upsample. */
const OPERATORS = 9;

interface ModelFacts {
  /** null: any side. */
  readonly fixedSide?: number;
  /** Whether it can take only sides that 32 divides, as networks that halve a picture five times. */
  readonly halvesFiveTimes?: boolean;
  /** Default 3. */
  readonly channels?: number;
}

/** What the model adds to red, green and blue, for each pixel of its side. */
export const ADDED = [0.125, 0, -0.125] as const;

/** Writes a model of the shape that colourisation takes: its colours tell the side at which it worked. */
export async function writeModel(
  path: string,
  { fixedSide, halvesFiveTimes, channels = 3 }: ModelFacts = {},
): Promise<void> {
  const side = fixedSide === undefined ? { dimParam: 'side' } : { dimValue: fixedSide };
  const shape = { dim: [{ dimValue: 1 }, { dimValue: channels }, side, side] };
  const value = (name: string) => tensorOf(name, shape);
  const detour = [
    node('AveragePool', ['grey'], 'small', [ints('kernel_shape', [32, 32]), ints('strides', [32, 32])]),
    node('Upsample', ['small', 'scales'], 'large'),
    node('Sub', ['grey', 'large'], 'detail'),
    node('Add', ['detail', 'large'], 'same'),
  ];
  const model = ModelProto.create({
    irVersion: 4,
    opsetImport: [{ domain: '', version: OPERATORS }],
    graph: {
      name: 'colours',
      input: [value('grey')],
      output: [value('coloured')],
      initializer: [
        { name: 'third', dataType: INT64, dims: [], int64Data: [2] },
        { name: 'added', dataType: FLOAT, dims: [1, channels, 1, 1], floatData: [...ADDED].slice(0, channels) },
        { name: 'scales', dataType: FLOAT, dims: [4], floatData: [1, 1, 32, 32] },
      ],
      node: [
        node('Shape', ['grey'], 'shape'),
        node('Gather', ['shape', 'third'], 'side'),
        node('Cast', ['side'], 'pixels', [{ name: 'to', type: AttributeProto.AttributeType.INT, i: FLOAT }]),
        node('Mul', ['added', 'pixels'], 'colours'),
        ...(halvesFiveTimes === true ? detour : []),
        node('Add', [halvesFiveTimes === true ? 'same' : 'grey', 'colours'], 'coloured'),
      ],
    },
  });
  await writeFile(path, ModelProto.encode(model).finish());
}

const ints = (name: string, values: number[]): onnx.IAttributeProto => ({
  name,
  type: AttributeProto.AttributeType.INTS,
  ints: values,
});

const tensorOf = (name: string, shape: onnx.ITensorShapeProto) => ({
  name,
  type: { tensorType: { elemType: FLOAT, shape } },
});

function node(opType: string, input: string[], output: string, attribute: onnx.IAttributeProto[] = []) {
  return { opType, input, output: [output], attribute };
}

interface EnlargerFacts {
  readonly scale: number;
  /** Default 3. */
  readonly channels?: number;
  /** Undefined: any. */
  readonly side?: number;
  /** Whether each pixel takes part of its 17 x 17 neighbours first. */
  readonly blurs?: boolean;
}

/** Writes a model of the shape that enlarging takes: a negative of the picture, each pixel repeated. */
export async function writeEnlarger(path: string, facts: EnlargerFacts): Promise<void> {
  const { scale, channels = 3, side, blurs = false } = facts;
  const sized = (name: string) => (side === undefined ? { dimParam: name } : { dimValue: side });
  const shape = { dim: [{ dimValue: 1 }, { dimValue: channels }, sized('height'), sized('width')] };
  const made = { dim: [{ dimValue: 1 }, { dimValue: channels }, { dimParam: 'high' }, { dimParam: 'wide' }] };
  const blur = [ints('kernel_shape', [17, 17]), ints('pads', [8, 8, 8, 8])];
  const model = ModelProto.create({
    irVersion: 4,
    opsetImport: [{ domain: '', version: OPERATORS }],
    graph: {
      name: 'enlarges',
      input: [tensorOf('picture', shape)],
      output: [tensorOf('larger', made)],
      initializer: [
        { name: 'one', dataType: FLOAT, dims: [1], floatData: [1] },
        { name: 'scales', dataType: FLOAT, dims: [4], floatData: [1, 1, scale, scale] },
      ],
      node: [
        ...(blurs ? [node('AveragePool', ['picture'], 'seen', blur)] : []),
        node('Sub', ['one', blurs ? 'seen' : 'picture'], 'negative'),
        node('Upsample', ['negative', 'scales'], 'larger'),
      ],
    },
  });
  await writeFile(path, ModelProto.encode(model).finish());
}
