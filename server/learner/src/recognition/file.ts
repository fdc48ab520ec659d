import { NOTICE } from '../backbone/backbone';
import { GraphBuilder } from '../onnx/graph';
import { addFeatures, widthOf } from './features';
import { DOUBTS, type Head } from './head';

/**
 * A head as one ONNX file, features and all: `picture`, 1 x H x W x 3 with RGB of 0 to 255, to `probabilities` (or, of a
 * regression, `values` within each label's least and most, and `deviations`, how far off each may be), 1 x labels.
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

export const outputOf = ({ type }: Pick<Head, 'type'>) => (type === 'regression' ? 'values' : 'probabilities');

/** As `deviations` of the head. */
function addDeviations(graph: GraphBuilder, { blocks, labels, ranges, doubts }: Head, features: string) {
  if (!doubts) return [];
  const places = labels.length * DOUBTS;
  const product = graph.node('MatMul', [features, graph.weights(doubts.weights, [widthOf(blocks), places])]);
  const changes = graph.node('Add', [product, graph.weights(doubts.bias, [1, places])]);
  const own = Float32Array.from({ length: places * labels.length }, (_, at) =>
    Math.floor(at / labels.length / DOUBTS) === at % labels.length ? 1 / DOUBTS : 0,
  );
  const squares = graph.node('MatMul', [graph.node('Mul', [changes, changes]), graph.weights(own, [places, labels.length])]);
  const widths = Float32Array.from(ranges, ([least, most]) => most - least);
  const value = graph.node('Mul', [graph.node('Sqrt', [squares]), graph.weights(widths, [1, labels.length])]);
  return [{ value, name: DEVIATIONS, dims: [1, labels.length] }];
}

/** The output of a regression that says how far off its values may be. */
export const DEVIATIONS = 'deviations';

function addLink(graph: GraphBuilder, { type, ranges, labels, negative }: Head, raw: string): string {
  const constant = (value: number) => graph.weights(Float32Array.of(value), []);
  if (type === 'multi_class') return graph.node('Softmax', [raw], { axis: 1 });
  if (type === 'regression') {
    const row = (valueOf: (range: readonly [number, number]) => number) =>
      graph.weights(
        Float32Array.from(ranges, (range) => valueOf(range)),
        [1, ranges.length],
      );
    const within = graph.node('Clip', [raw, constant(0), constant(1)]);
    const wide = graph.node('Mul', [within, row(([least, most]) => most - least)]);
    return graph.node('Add', [wide, row(([least]) => least)]);
  }
  const said = graph.node('Sigmoid', [raw]);
  if (negative < 0 || labels.length < 2) return said;
  // 'None of them' is never likelier than that the likeliest of the others is absent.
  const isNegative = Float32Array.from(labels, (_, label) => (label === negative ? 1 : 0));
  const others = graph.node('Mul', [
    said,
    graph.weights(
      isNegative.map((is) => 1 - is),
      [1, labels.length],
    ),
  ]);
  const absent = graph.node('Sub', [constant(1), graph.node('ReduceMax', [others], { axes: [1], keepdims: 1 })]);
  const most = graph.node('Max', [
    graph.node('Mul', [absent, graph.weights(isNegative, [1, labels.length])]),
    graph.weights(
      isNegative.map((is) => 1 - is),
      [1, labels.length],
    ),
  ]);
  return graph.node('Min', [said, most]);
}
