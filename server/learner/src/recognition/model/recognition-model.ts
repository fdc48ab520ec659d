import { BACKBONE_NOTICE } from '../../backbone/backbone';
import { GraphBuilder } from '../../onnx/graph';
import { addFeatures, countFeatures } from '../features/image-features';
import { BOOTSTRAP_SAMPLES, type RecognitionHead } from './recognition-head';

/**
 * Creates a recognition model as one ONNX file with backbone and head. Its input is `picture`, 1 x H x W x 3 with RGB from 0
 * to 255. Its output is `probabilities`, 1 x labels. A regression has `values` within the range of each label, and
 * `deviations`, the standard deviation of each value.
 */
export function createRecognitionModel(head: RecognitionHead): Uint8Array {
  const graph = new GraphBuilder();
  const features = addFeatures(graph, 'picture', head.blocks);
  const count = head.labels.length;
  const product = graph.addNode('MatMul', [features, graph.addFloats(head.weights, [countFeatures(head.blocks), count])]);
  const raw = graph.addNode('Add', [product, graph.addFloats(head.bias, [1, count])]);
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [
      { value: addConversion(graph, head, raw), name: getOutputName(head), dims: [1, count] },
      ...addDeviations(graph, head, features),
    ],
    { producer: 'annotation-console', notes: { notice: BACKBONE_NOTICE } },
  );
}

/** Name of the model's main output. */
export const getOutputName = ({ type }: Pick<RecognitionHead, 'type'>) => (type === 'regression' ? 'values' : 'probabilities');

/** Adds the same computation as `computeDeviations` of the head. */
function addDeviations(graph: GraphBuilder, { blocks, labels, ranges, doubts }: RecognitionHead, features: string) {
  if (!doubts) return [];
  const count = labels.length * BOOTSTRAP_SAMPLES;
  const product = graph.addNode('MatMul', [features, graph.addFloats(doubts.weights, [countFeatures(blocks), count])]);
  const changes = graph.addNode('Add', [product, graph.addFloats(doubts.bias, [1, count])]);
  const average = Float32Array.from({ length: count * labels.length }, (_, index) =>
    Math.floor(index / labels.length / BOOTSTRAP_SAMPLES) === index % labels.length ? 1 / BOOTSTRAP_SAMPLES : 0,
  );
  const squares = graph.addNode('MatMul', [
    graph.addNode('Mul', [changes, changes]),
    graph.addFloats(average, [count, labels.length]),
  ]);
  const widths = Float32Array.from(ranges, ([min, max]) => max - min);
  const value = graph.addNode('Mul', [graph.addNode('Sqrt', [squares]), graph.addFloats(widths, [1, labels.length])]);
  return [{ value, name: DEVIATIONS_OUTPUT, dims: [1, labels.length] }];
}

/** The output of a regression with the standard deviations of its values. */
export const DEVIATIONS_OUTPUT = 'deviations';

/** Adds the conversion of raw scores to probabilities or values. */
function addConversion(graph: GraphBuilder, { type, ranges, labels, negative }: RecognitionHead, raw: string): string {
  if (type === 'multi_class') return graph.addNode('Softmax', [raw], { axis: 1 });
  if (type === 'regression') {
    const addRow = (getValue: (range: readonly [number, number]) => number) =>
      graph.addFloats(
        Float32Array.from(ranges, (range) => getValue(range)),
        [1, ranges.length],
      );
    const clippedValues = graph.addNode('Clip', [raw, graph.addScalar(0), graph.addScalar(1)]);
    const scaled = graph.addNode('Mul', [clippedValues, addRow(([min, max]) => max - min)]);
    return graph.addNode('Add', [scaled, addRow(([min]) => min)]);
  }
  const probabilities = graph.addNode('Sigmoid', [raw]);
  if (negative < 0 || labels.length < 2) return probabilities;
  // The probability of the negative label is at most the probability that the most likely other label does not apply.
  const isNegative = Float32Array.from(labels, (_, label) => (label === negative ? 1 : 0));
  const others = graph.addNode('Mul', [
    probabilities,
    graph.addFloats(
      isNegative.map((value) => 1 - value),
      [1, labels.length],
    ),
  ]);
  const remaining = graph.addNode('Sub', [graph.addScalar(1), graph.addNode('ReduceMax', [others], { axes: [1], keepdims: 1 })]);
  const limits = graph.addNode('Max', [
    graph.addNode('Mul', [remaining, graph.addFloats(isNegative, [1, labels.length])]),
    graph.addFloats(
      isNegative.map((value) => 1 - value),
      [1, labels.length],
    ),
  ]);
  return graph.addNode('Min', [probabilities, limits]);
}
