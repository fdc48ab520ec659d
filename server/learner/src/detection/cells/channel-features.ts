import type { GraphBuilder } from '../../onnx/graph';
import type { CellFeatures } from './cell-features';

/**
 * Number of gradient directions. The channels are luminance, two colour differences, the gradient magnitude, and the gradient along
 * each direction.
 */
const DIRECTION_COUNT = 6;
const CHANNEL_COUNT = 4 + DIRECTION_COUNT;
const STRIDE = 8;
/**
 * The features of a cell include the features of neighbouring cells, up to REACH steps of NEIGHBOUR_STEP cells in every direction.
 */
const REACH = 3;
const NEIGHBOUR_STEP = 2;
const NEIGHBOUR_COUNT = (2 * REACH + 1) ** 2;

/**
 * Features without pretrained weights: colours and gradients of the neighbouring cells (Dollár et al., Integral Channel
 * Features, 2009). Used if the package with the pretrained weights is missing, and as a baseline in the benchmarks.
 */
export const CHANNEL_FEATURES: CellFeatures = {
  name: 'channels',
  channels: CHANNEL_COUNT * 4 + CHANNEL_COUNT * NEIGHBOUR_COUNT,
  stride: STRIDE,
  fineChannels: CHANNEL_COUNT * 4,
  wideChannels: 0,
  notice: '',
  addToGraph,
};

function addToGraph(graph: GraphBuilder, image: string): string {
  const planes = graph.addNode('Transpose', [graph.addNode('Mul', [image, graph.addScalar(1 / 255)])], { perm: [0, 3, 1, 2] });
  // oxfmt-ignore
  const colourMatrix = Float32Array.of(
    0.3, 0.59, 0.11,
    1, -1, 0,
    0, -1, 1,
  );
  const colours = graph.addNode('Conv', [planes, graph.addFloats(colourMatrix, [3, 3, 1, 1])], { kernel_shape: [1, 1] });
  const [luminance] = graph.addSplit(colours, [1, 2], 1);
  const gradient = graph.addNode('Conv', [luminance!, graph.addFloats(createGradientKernels(), [DIRECTION_COUNT, 1, 3, 3])], {
    kernel_shape: [3, 3],
    pads: [1, 1, 1, 1],
  });
  const directionalGradients = graph.addNode('Abs', [gradient]);
  const magnitude = graph.addNode('ReduceMax', [directionalGradients], { axes: [1], keepdims: 1 });
  const channels = graph.addNode('Concat', [colours, magnitude, directionalGradients], { axis: 1 });
  const fineChannels = graph.addNode('AveragePool', [channels], { kernel_shape: [4, 4], strides: [4, 4] });
  const cells = graph.addNode('AveragePool', [fineChannels], { kernel_shape: [2, 2], strides: [2, 2] });
  // Smoothing prevents the steps from skipping over details.
  const smoothedCells = graph.addNode('AveragePool', [cells], { kernel_shape: [3, 3], pads: [1, 1, 1, 1], count_include_pad: 0 });
  const neighbours = graph.addNode(
    'Conv',
    [smoothedCells, graph.addFloats(createShiftKernels(), [CHANNEL_COUNT * NEIGHBOUR_COUNT, 1, 2 * REACH + 1, 2 * REACH + 1])],
    {
      kernel_shape: [2 * REACH + 1, 2 * REACH + 1],
      dilations: [NEIGHBOUR_STEP, NEIGHBOUR_STEP],
      pads: [REACH * NEIGHBOUR_STEP, REACH * NEIGHBOUR_STEP, REACH * NEIGHBOUR_STEP, REACH * NEIGHBOUR_STEP],
      group: CHANNEL_COUNT,
    },
  );
  return graph.addNode('Concat', [graph.addNode('SpaceToDepth', [fineChannels], { blocksize: 2 }), neighbours], { axis: 1 });
}

/** Convolution kernels for the gradient along each direction. */
function createGradientKernels(): Float32Array {
  const kernels = new Float32Array(DIRECTION_COUNT * 9);
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    const angle = (direction / DIRECTION_COUNT) * Math.PI;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    kernels.set([0, -dy, 0, -dx, 0, dx, 0, dy, 0], direction * 9);
  }
  return kernels;
}

/** Convolution kernels that copy one neighbour each, for every channel. */
function createShiftKernels(): Float32Array {
  const kernels = new Float32Array(CHANNEL_COUNT * NEIGHBOUR_COUNT * NEIGHBOUR_COUNT);
  for (let channel = 0; channel < CHANNEL_COUNT; channel++) {
    for (let index = 0; index < NEIGHBOUR_COUNT; index++)
      kernels[(channel * NEIGHBOUR_COUNT + index) * NEIGHBOUR_COUNT + index] = 1;
  }
  return kernels;
}
