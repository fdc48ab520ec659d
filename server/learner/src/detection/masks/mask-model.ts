import { addLayers, toConvKernel, type NetworkLayer } from '../../learning/layers';
import { GraphBuilder } from '../../onnx/graph';
import type { CellFeatures } from '../cells/cell-features';

/** Number of points along each side of a mask. */
export const MASK_SIZE = 28;
/** Fraction of the box's sides by which the mask extends beyond the box on each side. */
export const MASK_MARGIN = 0.1;
/** The central part of a box, as a ratio of its sides, whose mean features represent the object itself. */
const CORE_RATIO = 0.4;
const STRIDE = 4;
const COLOUR_CHANNELS = 3;
/** Number of points along each side of a cell. */
const CELL_SIDE = 2;

/** Number of features of a point: its colours, and the finer features of its cell. */
export function countPointFeatures({ fineChannels, wideChannels }: CellFeatures): number {
  return COLOUR_CHANNELS + fineChannels / (CELL_SIDE * CELL_SIDE) + wideChannels;
}
/** Channels for the position of a point in its box: x, y, their squares and product, and the distance from the centre. */
export const POSITION_CHANNELS = 6;

/** Computes the positions of all points of a mask, channels x MASK_SIZE x MASK_SIZE. The edges of the box are at -1 and 1. */
export function computePointPositions(): Float32Array {
  const values = new Float32Array(POSITION_CHANNELS * MASK_SIZE * MASK_SIZE);
  for (let row = 0; row < MASK_SIZE; row++) {
    for (let column = 0; column < MASK_SIZE; column++) {
      const [x, y] = [column, row].map((index) => (((index + 0.5) / MASK_SIZE) * 2 - 1) * (1 + 2 * MASK_MARGIN)) as [
        number,
        number,
      ];
      for (const [channel, value] of [x, y, x * x, y * y, x * y, Math.hypot(x, y)].entries()) {
        values[(channel * MASK_SIZE + row) * MASK_SIZE + column] = value;
      }
    }
  }
  return values;
}

/** Adds point features at a stride of 4 pixels, 1 x channels x H/4 x W/4, from the image and its cell features. */
function addPointFeatures(
  graph: GraphBuilder,
  { channels, fineChannels, wideChannels }: CellFeatures,
  image: string,
  cells: string,
): string {
  const planes = graph.addNode('Transpose', [image], { perm: [0, 3, 1, 2] });
  const colours = graph.addNode('AveragePool', [planes], { kernel_shape: [STRIDE, STRIDE], strides: [STRIDE, STRIDE] });
  const [fineCells, wideCells] = graph.addSplit(cells, [fineChannels, wideChannels, channels - fineChannels - wideChannels], 1);
  const points = graph.addNode('DepthToSpace', [fineCells!], { blocksize: CELL_SIDE });
  if (wideChannels === 0) return graph.addNode('Concat', [colours, points], { axis: 1 });
  const scales = graph.addFloats(Float32Array.of(1, 1, CELL_SIDE, CELL_SIDE), [4]);
  const upsampledCells = graph.addNode('Resize', [wideCells!, '', scales], {
    mode: 'linear',
    coordinate_transformation_mode: 'half_pixel',
  });
  return graph.addNode('Concat', [colours, points, upsampledCells], { axis: 1 });
}

/** Adds boxes to an ONNX graph, scaled by `ratio` around their centres. */
function addScaledBoxes(graph: GraphBuilder, boxes: string, ratio: number): string {
  // Each new coordinate is a weighted sum of the two old coordinates of the same axis.
  const [samePattern, oppositePattern] = [(1 + ratio) / 2, (1 - ratio) / 2];
  // oxfmt-ignore
  const matrix = Float32Array.of(
    samePattern, 0, oppositePattern, 0,
    0, samePattern, 0, oppositePattern,
    oppositePattern, 0, samePattern, 0,
    0, oppositePattern, 0, samePattern,
  );
  return graph.addNode('MatMul', [boxes, graph.addFloats(matrix, [4, 4])]);
}

/** Samples `values` in each box at `size` x `size` points (RoIAlign of Mask R-CNN: He et al., 2017). */
function addRoiAlign(graph: GraphBuilder, values: string, boxes: string, size: number, samples: number): string {
  const leftEdges = graph.addNode('Squeeze', [
    graph.addNode('Slice', [boxes, graph.addIntegers([0]), graph.addIntegers([1]), graph.addIntegers([1])]),
    graph.addIntegers([1]),
  ]);
  const zeros = graph.addNode('Cast', [graph.addNode('Mul', [leftEdges, graph.addScalar(0)])], { to: 7 });
  return graph.addNode('RoiAlign', [values, boxes, zeros], {
    output_height: size,
    output_width: size,
    sampling_ratio: samples,
    spatial_scale: { float: 1 / STRIDE },
    mode: 'avg',
    coordinate_transformation_mode: 'half_pixel',
  });
}

const MASK_BOX_SCALE = 1 + 2 * MASK_MARGIN;

/**
 * Creates an ONNX model that computes the features for the training of masks. Inputs are `picture` and `boxes` (N x 4), outputs
 * are `points` (N x MASK_SIZE x MASK_SIZE x channels) and `core` (N x channels).
 */
export function createPointFeaturesModel(features: CellFeatures): Uint8Array {
  const channels = countPointFeatures(features);
  const graph = new GraphBuilder();
  const fine = addPointFeatures(graph, features, 'picture', features.addToGraph(graph, 'picture'));
  const points = addRoiAlign(graph, fine, addScaledBoxes(graph, 'boxes', MASK_BOX_SCALE), MASK_SIZE, 1);
  const core = addRoiAlign(graph, fine, addScaledBoxes(graph, 'boxes', CORE_RATIO), 1, 4);
  return graph.encode(
    [
      { name: 'picture', dims: [1, 'height', 'width', 3] },
      { name: 'boxes', dims: ['found', 4] },
    ],
    [
      {
        value: graph.addNode('Transpose', [points], { perm: [0, 2, 3, 1] }),
        name: 'points',
        dims: ['found', MASK_SIZE, MASK_SIZE, channels],
      },
      { value: graph.addNode('Squeeze', [core, graph.addIntegers([2, 3])]), name: 'core', dims: ['found', channels] },
    ],
    { producer: 'annotation-console' },
  );
}

/**
 * Adds masks of boxes to a graph, N x MASK_SIZE x MASK_SIZE from 0 to 1. The first layer receives the features of a point, the
 * features of the core of its box, its position and its label. Because this layer is linear, the contribution of each input is
 * computed once where it is constant (per point, box or label), and then summed.
 */
export function addMasks(
  graph: GraphBuilder,
  features: CellFeatures,
  [first, ...laterLayers]: readonly NetworkLayer[],
  { image, cells, boxes, labels }: { image: string; cells: string; boxes: string; labels: string },
): string {
  if (!first) throw new Error('There are no layers');
  const fine = addPointFeatures(graph, features, image, cells);
  const channels = countPointFeatures(features);
  const weightOffsets = [channels, 2 * channels, 2 * channels + POSITION_CHANNELS] as const;
  const addPartialProduct = (value: string, start: number, end: number) =>
    graph.addNode('Conv', [value, graph.addFloats(toConvKernel(first, start, end), [first.outputs, end - start, 1, 1])], {
      kernel_shape: [1, 1],
    });
  const pointProducts = addRoiAlign(
    graph,
    addPartialProduct(fine, 0, weightOffsets[0]),
    addScaledBoxes(graph, boxes, MASK_BOX_SCALE),
    MASK_SIZE,
    1,
  );
  const coreProduct = addPartialProduct(
    addRoiAlign(graph, fine, addScaledBoxes(graph, boxes, CORE_RATIO), 1, 4),
    weightOffsets[0],
    weightOffsets[1],
  );
  const positionProduct = addPartialProduct(
    graph.addFloats(computePointPositions(), [1, POSITION_CHANNELS, MASK_SIZE, MASK_SIZE]),
    weightOffsets[1],
    weightOffsets[2],
  );
  const labelWeights = first.weights.slice(weightOffsets[2] * first.outputs);
  for (let index = 0; index < labelWeights.length; index++) labelWeights[index]! += first.bias[index % first.outputs]!;
  const labelProduct = graph.addNode(
    'Gather',
    [graph.addFloats(labelWeights, [first.inputs - weightOffsets[2], first.outputs, 1, 1]), labels],
    {
      axis: 0,
    },
  );
  const value = graph.addNode('Relu', [
    graph.addNode('Add', [
      graph.addNode('Add', [pointProducts, coreProduct]),
      graph.addNode('Add', [positionProduct, labelProduct]),
    ]),
  ]);
  const maskLogits = addLayers(graph, laterLayers, value);
  return graph.addNode('Squeeze', [graph.addNode('Sigmoid', [maskLogits]), graph.addIntegers([1])]);
}
