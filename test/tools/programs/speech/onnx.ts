import proto, { type onnx } from 'onnx-proto';

export const { FLOAT, INT64 } = proto.onnx.TensorProto.DataType;

/** Describes an input or output of a model; a name instead of a number is a length that varies per call. */
export const tensorOf = (name: string, elemType: number, dims: readonly (string | number)[]): onnx.IValueInfoProto => ({
  name,
  type: {
    tensorType: {
      elemType,
      shape: { dim: dims.map((dim) => (typeof dim === 'string' ? { dimParam: dim } : { dimValue: dim })) },
    },
  },
});

/** Returns the bytes of a model with this graph and metadata. */
export function encodeModel(graph: onnx.IGraphProto, facts: Readonly<Record<string, string | number>>): Uint8Array {
  return proto.onnx.ModelProto.encode({
    irVersion: 8,
    opsetImport: [{ domain: '', version: 13 }],
    metadataProps: Object.entries(facts).map(([key, fact]) => ({ key, value: String(fact) })),
    graph,
  }).finish();
}
