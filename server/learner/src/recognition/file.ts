import { NOTICE } from '../backbone/backbone';
import { GraphBuilder } from '../onnx/graph';
import { addFeatures, widthOf } from './features';
import { DOUBTS, type Head } from './head';

/**
 * Creates a recognition model as one ONNX file with backbone and head. Its input is `picture`, 1 x H x W x 3 with RGB from 0
 * to 255. Its output is `probabilities`, 1 x labels. A regression has `values` within the range of each label, and
 * `deviations`, the standard deviation of each value.
 */
export function recognitionFile(head: Head): Uint8Array {
  const graph = new GraphBuilder();
  const features = addFeatures(graph, 'picture', head.blocks);
  const count = head.labels.length;
  const product = graph.node('MatMul', [features, graph.weights(head.weights, [widthOf(head.blocks), count])]);
  const raw = graph.node('Add', [product, graph.weights(head.bias, [1, count])]);
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [{ value: addLink(graph, head, raw), name: outputOf(head), dims: [1, count] }, ...addDeviations(graph, head, features)],
    { producer: 'annotation-console', notes: { notice: NOTICE } },
  );
}

/** Name of the model's main output. */
export const outputOf = ({ type }: Pick<Head, 'type'>) => (type === 'regression' ? 'values' : 'probabilities');

/** Adds the same computation as `deviations` of the head. */
function addDeviations(graph: GraphBuilder, { blocks, labels, ranges, doubts }: Head, features: string) {
  if (!doubts) return [];
  const count = labels.length * DOUBTS;
  const product = graph.node('MatMul', [features, graph.weights(doubts.weights, [widthOf(blocks), count])]);
  const changes = graph.node('Add', [product, graph.weights(doubts.bias, [1, count])]);
  const average = Float32Array.from({ length: count * labels.length }, (_, at) =>
    Math.floor(at / labels.length / DOUBTS) === at % labels.length ? 1 / DOUBTS : 0,
  );
  const squares = graph.node('MatMul', [graph.node('Mul', [changes, changes]), graph.weights(average, [count, labels.length])]);
  const widths = Float32Array.from(ranges, ([min, max]) => max - min);
  const value = graph.node('Mul', [graph.node('Sqrt', [squares]), graph.weights(widths, [1, labels.length])]);
  return [{ value, name: DEVIATIONS, dims: [1, labels.length] }];
}

/** The output of a regression with the standard deviations of its values. */
export const DEVIATIONS = 'deviations';

/** Adds the conversion of raw scores to probabilities or values. */
function addLink(graph: GraphBuilder, { type, ranges, labels, negative }: Head, raw: string): string {
  const constant = (value: number) => graph.weights(Float32Array.of(value), []);
  if (type === 'multi_class') return graph.node('Softmax', [raw], { axis: 1 });
  if (type === 'regression') {
    const addRow = (getValue: (range: readonly [number, number]) => number) =>
      graph.weights(
        Float32Array.from(ranges, (range) => getValue(range)),
        [1, ranges.length],
      );
    const clipped = graph.node('Clip', [raw, constant(0), constant(1)]);
    const scaled = graph.node('Mul', [clipped, addRow(([min, max]) => max - min)]);
    return graph.node('Add', [scaled, addRow(([min]) => min)]);
  }
  const probabilities = graph.node('Sigmoid', [raw]);
  if (negative < 0 || labels.length < 2) return probabilities;
  // The probability of the negative label is at most the probability that the most likely other label does not apply.
  const isNegative = Float32Array.from(labels, (_, label) => (label === negative ? 1 : 0));
  const others = graph.node('Mul', [
    probabilities,
    graph.weights(
      isNegative.map((value) => 1 - value),
      [1, labels.length],
    ),
  ]);
  const remaining = graph.node('Sub', [constant(1), graph.node('ReduceMax', [others], { axes: [1], keepdims: 1 })]);
  const limits = graph.node('Max', [
    graph.node('Mul', [remaining, graph.weights(isNegative, [1, labels.length])]),
    graph.weights(
      isNegative.map((value) => 1 - value),
      [1, labels.length],
    ),
  ]);
  return graph.node('Min', [probabilities, limits]);
}
