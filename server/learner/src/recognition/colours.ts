import type { GraphBuilder } from '../onnx/graph';

/** Steps of the light, of red against green, and of yellow against blue. */
const STEPS = [4, 8, 8] as const;
export const COLOURS = STEPS[0] * STEPS[1] * STEPS[2];
/** Keeps the colours of the dark, which are noise, near grey. */
const DARK = 0.15;
const SPREAD = 1.5;

/**
 * A histogram of colours in a graph: from `picture`, 1 x H x W x 3 with RGB of 0 to 255, to 1 x COLOURS. Light is apart from
 * chroma, which is taken by its root: most of what is photographed is near grey. A pixel counts for the steps around it by how
 * near it is to each, so that a slight change of light moves little; roots of the counts are taken, as Hellinger's distance
 * has it. Of the same number of steps it tells things better than red, green and blue do (ADR 0054).
 */
export function addColours(graph: GraphBuilder, picture: string): string {
  const constant = (value: number) => graph.weights(Float32Array.of(value), []);
  const planes = graph.node('Transpose', [picture], { perm: [0, 3, 1, 2] });
  const smaller = graph.node('AveragePool', [planes], { kernel_shape: [2, 2], strides: [2, 2] });
  const rgb = graph.node('Mul', [graph.node('Reshape', [smaller, graph.whole([3, -1])]), constant(1 / 255)]);
  const axes = Float32Array.of(1 / 3, 1 / 3, 1 / 3, 1, -1, 0, 0.5, 0.5, -1);
  const [light, red, yellow] = graph.nodeOf(
    'Split',
    [graph.node('MatMul', [graph.weights(axes, [3, 3]), rgb])],
    { axis: 0 },
    3,
  ) as [string, string, string];
  const whole = graph.node('Add', [graph.node('Mul', [light, constant(3)]), constant(DARK)]);
  const chroma = (value: string) => {
    const share = graph.node('Mul', [graph.node('Div', [value, whole]), constant(SPREAD)]);
    const root = graph.node('Mul', [graph.node('Sign', [share]), graph.node('Sqrt', [graph.node('Abs', [share])])]);
    return graph.node('Add', [graph.node('Mul', [root, constant(0.5)]), constant(0.5)]);
  };
  /** Steps x pixels: how near each pixel is to each step. */
  const near = (value: string, steps: number) => {
    const within = graph.node('Clip', [value, constant(0), constant(1)]);
    const scaled = graph.node('Mul', [within, constant(steps - 1)]);
    const places = graph.weights(
      Float32Array.from({ length: steps }, (_, step) => step),
      [steps, 1],
    );
    return graph.node('Relu', [graph.node('Sub', [constant(1), graph.node('Abs', [graph.node('Sub', [scaled, places])])])]);
  };
  const both = graph.node('Mul', [
    graph.node('Unsqueeze', [near(chroma(red), STEPS[1]), graph.whole([1])]),
    graph.node('Unsqueeze', [near(chroma(yellow), STEPS[2]), graph.whole([0])]),
  ]);
  const pairs = graph.node('Reshape', [both, graph.whole([STEPS[1] * STEPS[2], -1])]);
  const counts = graph.node('MatMul', [near(light, STEPS[0]), graph.node('Transpose', [pairs], { perm: [1, 0] })]);
  const row = graph.node('Reshape', [counts, graph.whole([1, COLOURS])]);
  const all = graph.node('ReduceSum', [row, graph.whole([1])], { keepdims: 1 });
  return graph.node('Sqrt', [graph.node('Div', [row, all])]);
}
