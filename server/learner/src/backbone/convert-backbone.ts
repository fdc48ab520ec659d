import type { GraphBuilder } from '../onnx/graph';
import { OPERATOR, type LiteModel, type LiteOperator } from './tflite';

const ACTIVATION = { none: 0, relu: 1, relu6: 3 } as const;
/** Field numbers in Conv2DOptions and DepthwiseConv2DOptions. */
const FIELD_NUMBER = { padding: 0, strideX: 1, strideY: 2, convActivation: 3, depthwiseActivation: 4 } as const;
const PADDING_SAME = 0;

/**
 * Converts the convolutions of a TensorFlow Lite model to ONNX nodes. `input` names a value of N x C x H x W. Returns the
 * values by the tensor names of the TensorFlow Lite model. Other operators, and everything that depends on them, are omitted.
 */
export function convertBackbone(model: LiteModel, graph: GraphBuilder, input: string): Map<string, string> {
  const values = new Map([[model.input, input]]);
  const weights = new Map([...model.tensors.entries()].filter(([, { readWeights }]) => readWeights));
  const outputs = new Map<string, string>();
  for (const operator of model.operators) {
    const [firstInput = -1, secondInput = -1] = operator.inputs;
    const firstWeights = weights.get(firstInput);
    // A dequantize operator widens 16-bit weights. `readLiteModel` has already widened them, so its output is its input.
    if (operator.code === OPERATOR.dequantize && firstWeights) weights.set(operator.output, firstWeights);
    const value = values.get(firstInput);
    if (value === undefined) continue;
    const output = convert(operator, graph, {
      value,
      other: values.get(secondInput),
      getWeights: (tensor) => {
        const { shape, readWeights } = weights.get(tensor) ?? {};
        return shape && readWeights ? { data: readWeights(), shape } : undefined;
      },
    });
    if (output === null) continue;
    values.set(operator.output, output);
    outputs.set(model.tensors[operator.output]!.name, output);
  }
  return outputs;
}

interface Operands {
  value: string;
  other: string | undefined;
  getWeights: (tensor: number) => { data: Float32Array; shape: number[] } | undefined;
}

function convert(
  operator: LiteOperator,
  graph: GraphBuilder,
  { value, other: secondValue, getWeights }: Operands,
): string | null {
  const { code, options, inputs } = operator;
  if (code === OPERATOR.add && secondValue !== undefined)
    return addActivation(graph, graph.addNode('Add', [value, secondValue]), options?.readByte(0) ?? 0);
  if (code !== OPERATOR.conv && code !== OPERATOR.depthwiseConv) return null;
  const isDepthwise = code === OPERATOR.depthwiseConv;
  const kernel = getWeights(inputs[1]!);
  const bias = getWeights(inputs[2]!);
  if (!kernel || !options) throw new Error('A convolution of the backbone has no weights or options');
  const [firstDimension, height, width, lastDimension] = kernel.shape as [number, number, number, number];
  // TensorFlow Lite stores O x H x W x I, or 1 x H x W x O for depthwise convolutions. ONNX expects O x I x H x W.
  const [outputChannels, inputChannelsPerGroup] = isDepthwise ? [lastDimension, 1] : [firstDimension, lastDimension];
  const orderedWeights = transposeMatrices(kernel.data, height * width, lastDimension);
  const node = graph.addNode(
    'Conv',
    [
      value,
      graph.addFloats(orderedWeights, [outputChannels, inputChannelsPerGroup, height, width]),
      ...(bias ? [graph.addFloats(bias.data, [outputChannels])] : []),
    ],
    {
      strides: [options.readInt(FIELD_NUMBER.strideY, 1), options.readInt(FIELD_NUMBER.strideX, 1)],
      kernel_shape: [height, width],
      group: isDepthwise ? outputChannels : 1,
      auto_pad: options.readByte(FIELD_NUMBER.padding) === PADDING_SAME ? 'SAME_UPPER' : 'VALID',
    },
  );
  return addActivation(
    graph,
    node,
    options.readByte(isDepthwise ? FIELD_NUMBER.depthwiseActivation : FIELD_NUMBER.convActivation),
  );
}

function addActivation(graph: GraphBuilder, value: string, activation: number): string {
  if (activation === ACTIVATION.none) return value;
  if (activation === ACTIVATION.relu) return graph.addNode('Relu', [value]);
  if (activation !== ACTIVATION.relu6) throw new Error(`The backbone uses an unknown activation: ${activation}`);
  return graph.addNode('Clip', [value, graph.addScalar(0), graph.addScalar(6)]);
}

/** Transposes each matrix of `rows` x `columns` in the data. */
function transposeMatrices(data: Float32Array, rows: number, columns: number): Float32Array {
  const result = new Float32Array(data.length);
  for (let index = 0, start = 0; start < data.length; start += rows * columns)
    for (let column = 0; column < columns; column += 1)
      for (let row = 0; row < rows; row += 1, index += 1) result[index] = data[start + row * columns + column]!;
  return result;
}
