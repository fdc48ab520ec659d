import type { GraphBuilder } from '../onnx/graph';

/** Steps of each of red, green and blue. */
const STEPS = 6;
export const COLOURS = STEPS ** 3;

/**
 * A histogram of colours in a graph: from `picture`, 1 x H x W x 3 with RGB of 0 to 255, to 1 x COLOURS. A pixel counts for the
 * colours around it by how near it is to each, so that a slight change of light moves little. Roots are taken, as Hellinger's
 * distance has it: a few colours that cover all would hide the others.
 */
export function addColours(graph: GraphBuilder, picture: string): string {
  const planes = graph.node('Transpose', [picture], { perm: [0, 3, 1, 2] });
  const smaller = graph.node('AveragePool', [planes], { kernel_shape: [2, 2], strides: [2, 2] });
  const pixels = graph.node('Reshape', [smaller, graph.whole([3, -1])]);
  const scaled = graph.node('Mul', [pixels, graph.weights(Float32Array.of((STEPS - 1) / 255), [])]);
  const far = graph.node('Sub', [
    graph.node('Unsqueeze', [scaled, graph.whole([1])]),
    graph.weights(
      Float32Array.from({ length: STEPS }, (_, step) => step),
      [1, STEPS, 1],
    ),
  ]);
  const near = graph.node('Relu', [graph.node('Sub', [graph.weights(Float32Array.of(1), []), graph.node('Abs', [far])])]);
  // Each of the three: STEPS x pixels.
  const [red, green, blue] = graph
    .nodeOf('Split', [near], { axis: 0 }, 3)
    .map((value) => graph.node('Squeeze', [value, graph.whole([0])])) as [string, string, string];
  const both = graph.node('Mul', [
    graph.node('Unsqueeze', [green, graph.whole([1])]),
    graph.node('Unsqueeze', [blue, graph.whole([0])]),
  ]);
  const pairs = graph.node('Reshape', [both, graph.whole([STEPS * STEPS, -1])]);
  const counts = graph.node('MatMul', [red, graph.node('Transpose', [pairs], { perm: [1, 0] })]);
  const row = graph.node('Reshape', [counts, graph.whole([1, COLOURS])]);
  const all = graph.node('ReduceSum', [row, graph.whole([1])], { keepdims: 1 });
  return graph.node('Sqrt', [graph.node('Div', [row, all])]);
}
