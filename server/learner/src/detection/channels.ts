import type { GraphBuilder } from '../onnx/graph';
import type { Features } from './features';

/** Luminance, two colours, the size of the gradient and its part along six directions. */
const DIRECTIONS = 6;
const CHANNELS = 4 + DIRECTIONS;
const STRIDE = 8;
/** How many steps a cell looks in each direction, and how many cells a step is. */
const REACH = 3;
const STEP = 2;
const AROUND = (2 * REACH + 1) ** 2;

/**
 * Features without pretrained weights: colours and gradients of the cells about each cell (channel features, as in Dollar and
 * others, Integral Channel Features, 2009). For where the package of the pretrained weights is missing, and to compare with.
 */
export const CHANNEL_FEATURES: Features = {
  name: 'channels',
  channels: CHANNELS * 4 + CHANNELS * AROUND,
  stride: STRIDE,
  fine: CHANNELS * 4,
  wide: 0,
  notice: '',
  addTo,
};

function addTo(graph: GraphBuilder, picture: string): string {
  const planes = graph.node('Transpose', [graph.node('Mul', [picture, scalar(graph, 1 / 255)])], { perm: [0, 3, 1, 2] });
  // prettier-ignore
  const tones = Float32Array.of(
    0.3, 0.59, 0.11,
    1, -1, 0,
    0, -1, 1,
  );
  const colours = graph.node('Conv', [planes, graph.weights(tones, [3, 3, 1, 1])], { kernel_shape: [1, 1] });
  const [light] = graph.nodeOf('Split', [colours, graph.whole([1, 2])], { axis: 1 }, 2);
  const gradient = graph.node('Conv', [light!, graph.weights(differences(), [DIRECTIONS, 1, 3, 3])], {
    kernel_shape: [3, 3],
    pads: [1, 1, 1, 1],
  });
  const along = graph.node('Abs', [gradient]);
  const size = graph.node('ReduceMax', [along], { axes: [1], keepdims: 1 });
  const channels = graph.node('Concat', [colours, size, along], { axis: 1 });
  const fine = graph.node('AveragePool', [channels], { kernel_shape: [4, 4], strides: [4, 4] });
  const cells = graph.node('AveragePool', [fine], { kernel_shape: [2, 2], strides: [2, 2] });
  // Smoothed first, so that nothing between the steps is missed.
  const smooth = graph.node('AveragePool', [cells], { kernel_shape: [3, 3], pads: [1, 1, 1, 1], count_include_pad: 0 });
  const around = graph.node('Conv', [smooth, graph.weights(shifts(), [CHANNELS * AROUND, 1, 2 * REACH + 1, 2 * REACH + 1])], {
    kernel_shape: [2 * REACH + 1, 2 * REACH + 1],
    dilations: [STEP, STEP],
    pads: [REACH * STEP, REACH * STEP, REACH * STEP, REACH * STEP],
    group: CHANNELS,
  });
  return graph.node('Concat', [graph.node('SpaceToDepth', [fine], { blocksize: 2 }), around], { axis: 1 });
}

function scalar(graph: GraphBuilder, value: number): string {
  return graph.weights(Float32Array.of(value), []);
}

/** Differences of neighbours along each direction. */
function differences(): Float32Array {
  const kernels = new Float32Array(DIRECTIONS * 9);
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const angle = (direction / DIRECTIONS) * Math.PI;
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    kernels.set([0, -down, 0, -across, 0, across, 0, down, 0], direction * 9);
  }
  return kernels;
}

/** For each channel a kernel for each neighbour, which takes that neighbour alone. */
function shifts(): Float32Array {
  const kernels = new Float32Array(CHANNELS * AROUND * AROUND);
  for (let channel = 0; channel < CHANNELS; channel++) {
    for (let at = 0; at < AROUND; at++) kernels[(channel * AROUND + at) * AROUND + at] = 1;
  }
  return kernels;
}
