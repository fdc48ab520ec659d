import type { GraphBuilder } from '../onnx/graph';

/** Number of bins for the lightness, for red against green, and for yellow against blue. */
const BINS = [4, 8, 8] as const;
export const COLOURS = BINS[0] * BINS[1] * BINS[2];
/** Moves the colours of dark pixels, which are mostly noise, towards grey. */
const DARK_OFFSET = 0.15;
/** Scales chroma, so that usual colours use the complete range of bins. */
const SPREAD = 1.5;

/**
 * Adds a colour histogram to a graph: from `picture`, 1 x H x W x 3 with RGB from 0 to 255, to 1 x COLOURS. Lightness and
 * chroma have separate axes. Chroma enters as its square root, because most colours of photographs are near grey. A pixel
 * counts for its neighbouring bins in proportion to its distance, so that a slight change of light changes little. The square
 * roots of the counts make distances Hellinger distances. With equally many bins this works better than RGB (ADR 0054).
 */
export function addColours(graph: GraphBuilder, picture: string): string {
  const constant = (value: number) => graph.weights(Float32Array.of(value), []);
  const planes = graph.node('Transpose', [picture], { perm: [0, 3, 1, 2] });
  const smaller = graph.node('AveragePool', [planes], { kernel_shape: [2, 2], strides: [2, 2] });
  const rgb = graph.node('Mul', [graph.node('Reshape', [smaller, graph.whole([3, -1])]), constant(1 / 255)]);
  const axes = Float32Array.of(1 / 3, 1 / 3, 1 / 3, 1, -1, 0, 0.5, 0.5, -1);
  const [lightness, red, yellow] = graph.nodeOf(
    'Split',
    [graph.node('MatMul', [graph.weights(axes, [3, 3]), rgb])],
    { axis: 0 },
    3,
  ) as [string, string, string];
  const total = graph.node('Add', [graph.node('Mul', [lightness, constant(3)]), constant(DARK_OFFSET)]);
  const addChroma = (value: string) => {
    const scaled = graph.node('Mul', [graph.node('Div', [value, total]), constant(SPREAD)]);
    const root = graph.node('Mul', [graph.node('Sign', [scaled]), graph.node('Sqrt', [graph.node('Abs', [scaled])])]);
    return graph.node('Add', [graph.node('Mul', [root, constant(0.5)]), constant(0.5)]);
  };
  /** Bins x pixels: the weight of each pixel in each bin. */
  const addBinWeights = (value: string, count: number) => {
    const clipped = graph.node('Clip', [value, constant(0), constant(1)]);
    const scaled = graph.node('Mul', [clipped, constant(count - 1)]);
    const bins = graph.weights(
      Float32Array.from({ length: count }, (_, bin) => bin),
      [count, 1],
    );
    return graph.node('Relu', [graph.node('Sub', [constant(1), graph.node('Abs', [graph.node('Sub', [scaled, bins])])])]);
  };
  const both = graph.node('Mul', [
    graph.node('Unsqueeze', [addBinWeights(addChroma(red), BINS[1]), graph.whole([1])]),
    graph.node('Unsqueeze', [addBinWeights(addChroma(yellow), BINS[2]), graph.whole([0])]),
  ]);
  const pairs = graph.node('Reshape', [both, graph.whole([BINS[1] * BINS[2], -1])]);
  const counts = graph.node('MatMul', [addBinWeights(lightness, BINS[0]), graph.node('Transpose', [pairs], { perm: [1, 0] })]);
  const row = graph.node('Reshape', [counts, graph.whole([1, COLOURS])]);
  const pixelCount = graph.node('ReduceSum', [row, graph.whole([1])], { keepdims: 1 });
  return graph.node('Sqrt', [graph.node('Div', [row, pixelCount])]);
}
