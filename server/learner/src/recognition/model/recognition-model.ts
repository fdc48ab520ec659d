import { GraphBuilder } from '../../onnx/graph';
import { addFeatures, countFeatures, getNotice } from '../features/image-features';
import { BOOTSTRAP_SAMPLES, type RecognitionHead } from './recognition-head';

/**
 * Creates a recognition model as one ONNX file with backbone and head. Its input is `picture`, 1 x H x W x 3 with RGB from 0
 * to 255. Its output is `probabilities`, 1 x labels. A regression has `values` within the range of each label, and
 * `deviations`, the standard deviation of each value.
 */
export function createRecognitionModel(head: RecognitionHead): Uint8Array {
  const graph = new GraphBuilder();
  const features = addFeatures(graph, 'picture', head.blocks);
  const labelCount = head.labels.length;
  const product = graph.addNode('MatMul', [features, graph.addFloats(head.weights, [countFeatures(head.blocks), labelCount])]);
  const linearOutputs = graph.addNode('Add', [product, graph.addFloats(head.bias, [1, labelCount])]);
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [
      { value: addConversion(graph, head, linearOutputs), name: getOutputName(head), dims: [1, labelCount] },
      ...addDeviations(graph, head, features),
    ],
    { producer: 'annotation-console', notes: { notice: getNotice(head.blocks) } },
  );
}

/** Name of the model's main output. */
export const getOutputName = ({ type }: Pick<RecognitionHead, 'type'>) => (type === 'regression' ? 'values' : 'probabilities');

/** Adds the nodes that compute the same as `computeDeviations` in `recognition-head.ts`. */
function addDeviations(
  graph: GraphBuilder,
  { blocks, labels, ranges, doubts: errorFunctions }: RecognitionHead,
  features: string,
) {
  if (!errorFunctions) return [];
  const functionCount = labels.length * BOOTSTRAP_SAMPLES;
  const product = graph.addNode('MatMul', [
    features,
    graph.addFloats(errorFunctions.weights, [countFeatures(blocks), functionCount]),
  ]);
  const errors = graph.addNode('Add', [product, graph.addFloats(errorFunctions.bias, [1, functionCount])]);
  const averagingMatrix = Float32Array.from({ length: functionCount * labels.length }, (_, index) =>
    Math.floor(index / labels.length / BOOTSTRAP_SAMPLES) === index % labels.length ? 1 / BOOTSTRAP_SAMPLES : 0,
  );
  const meanSquares = graph.addNode('MatMul', [
    graph.addNode('Mul', [errors, errors]),
    graph.addFloats(averagingMatrix, [functionCount, labels.length]),
  ]);
  const widths = Float32Array.from(ranges, ([min, max]) => max - min);
  const value = graph.addNode('Mul', [graph.addNode('Sqrt', [meanSquares]), graph.addFloats(widths, [1, labels.length])]);
  return [{ value, name: DEVIATIONS_OUTPUT, dims: [1, labels.length] }];
}

/** The output of a regression with the standard deviations of its values. */
export const DEVIATIONS_OUTPUT = 'deviations';

/** Adds the conversion of raw scores to probabilities or values. */
function addConversion(
  graph: GraphBuilder,
  { type, ranges, labels, negative: negativeIndex }: RecognitionHead,
  linearOutputs: string,
): string {
  if (type === 'multi_class') return graph.addNode('Softmax', [linearOutputs], { axis: 1 });
  if (type === 'regression') {
    const addRow = (getValue: (range: readonly [number, number]) => number) =>
      graph.addFloats(
        Float32Array.from(ranges, (range) => getValue(range)),
        [1, ranges.length],
      );
    const clippedValues = graph.addNode('Clip', [linearOutputs, graph.addScalar(0), graph.addScalar(1)]);
    const scaled = graph.addNode('Mul', [clippedValues, addRow(([min, max]) => max - min)]);
    return graph.addNode('Add', [scaled, addRow(([min]) => min)]);
  }
  const probabilities = graph.addNode('Sigmoid', [linearOutputs]);
  if (negativeIndex < 0 || labels.length < 2) return probabilities;
  // The negative label "none of these" excludes all others. Its probability is limited to 1 minus the highest probability of
  // another label.
  const negativeMask = Float32Array.from(labels, (_, label) => (label === negativeIndex ? 1 : 0));
  const otherProbs = graph.addNode('Mul', [
    probabilities,
    graph.addFloats(
      negativeMask.map((value) => 1 - value),
      [1, labels.length],
    ),
  ]);
  const remaining = graph.addNode('Sub', [
    graph.addScalar(1),
    graph.addNode('ReduceMax', [otherProbs], { axes: [1], keepdims: 1 }),
  ]);
  const limits = graph.addNode('Max', [
    graph.addNode('Mul', [remaining, graph.addFloats(negativeMask, [1, labels.length])]),
    graph.addFloats(
      negativeMask.map((value) => 1 - value),
      [1, labels.length],
    ),
  ]);
  return graph.addNode('Min', [probabilities, limits]);
}
