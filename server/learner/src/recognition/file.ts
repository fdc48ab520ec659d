import { NOTICE } from '../backbone/backbone';
import { GraphBuilder } from '../onnx/graph';
import { addFeatures, widthOf } from './features';
import type { Head } from './head';

/**
 * A head as one ONNX file, features and all: `picture`, 1 x H x W x 3 with RGB of 0 to 255, to `probabilities` (or, of a
 * regression, `values` within each label's least and most), 1 x labels.
 */
export function recognitionFile(head: Head): Uint8Array {
  const graph = new GraphBuilder();
  const features = addFeatures(graph, 'picture', head.blocks);
  const count = head.labels.length;
  const product = graph.node('MatMul', [features, graph.weights(head.weights, [widthOf(head.blocks), count])]);
  const raw = graph.node('Add', [product, graph.weights(head.bias, [1, count])]);
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [{ value: addLink(graph, head, raw), name: outputOf(head), dims: [1, count] }],
    { producer: 'annotation-console', notes: { notice: NOTICE } },
  );
}

export const outputOf = ({ type }: Pick<Head, 'type'>) => (type === 'regression' ? 'values' : 'probabilities');

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
