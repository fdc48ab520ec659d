import { addLayers, kernelOf, type Layer } from '../learning/layers';
import { GraphBuilder } from '../onnx/graph';
import type { Features } from './features';

/** Number of points along each side of a mask. */
export const MASK = 28;
/** Share of the box's sides by which the mask extends beyond the box on each side. */
export const MARGIN = 0.1;
/** Share of a box, around its centre, whose mean features represent the object itself. */
const CORE = 0.4;
const STRIDE = 4;
const COLOURS = 3;
/** Number of points along each side of a cell. */
const CELL_SIDE = 2;

/** Number of features of a point: its colours, and the finer features of its cell. */
export function fineChannels({ fine, wide }: Features): number {
  return COLOURS + fine / (CELL_SIDE * CELL_SIDE) + wide;
}
/** Channels for the position of a point in its box: x, y, their squares and product, and the distance from the centre. */
export const PLACE_CHANNELS = 6;

/** Computes the positions of all points of a mask, PLACE_CHANNELS x MASK x MASK. The edges of the box are at -1 and 1. */
export function places(): Float32Array {
  const values = new Float32Array(PLACE_CHANNELS * MASK * MASK);
  for (let row = 0; row < MASK; row++) {
    for (let column = 0; column < MASK; column++) {
      const [x, y] = [column, row].map((at) => (((at + 0.5) / MASK) * 2 - 1) * (1 + 2 * MARGIN)) as [number, number];
      for (const [channel, value] of [x, y, x * x, y * y, x * y, Math.hypot(x, y)].entries()) {
        values[(channel * MASK + row) * MASK + column] = value;
      }
    }
  }
  return values;
}

/** Adds point features at a stride of 4 pixels, 1 x fineChannels x H/4 x W/4, from the image and its cell features. */
function addFine(graph: GraphBuilder, { channels, fine, wide }: Features, picture: string, cells: string): string {
  const planes = graph.node('Transpose', [picture], { perm: [0, 3, 1, 2] });
  const colours = graph.node('AveragePool', [planes], { kernel_shape: [STRIDE, STRIDE], strides: [STRIDE, STRIDE] });
  const [fineCells, wideCells] = graph.nodeOf('Split', [cells, graph.whole([fine, wide, channels - fine - wide])], { axis: 1 }, 3);
  const points = graph.node('DepthToSpace', [fineCells!], { blocksize: CELL_SIDE });
  if (wide === 0) return graph.node('Concat', [colours, points], { axis: 1 });
  const twice = graph.weights(Float32Array.of(1, 1, CELL_SIDE, CELL_SIDE), [4]);
  const upsampled = graph.node('Resize', [wideCells!, '', twice], { mode: 'linear', coordinate_transformation_mode: 'half_pixel' });
  return graph.node('Concat', [colours, points, upsampled], { axis: 1 });
}

/** Scales boxes by `share` around their centres. */
function addGrown(graph: GraphBuilder, boxes: string, share: number): string {
  // Each new coordinate is a weighted sum of the two old coordinates of the same axis.
  const [same, opposite] = [(1 + share) / 2, (1 - share) / 2];
  // prettier-ignore
  const matrix = Float32Array.of(
    same, 0, opposite, 0,
    0, same, 0, opposite,
    opposite, 0, same, 0,
    0, opposite, 0, same,
  );
  return graph.node('MatMul', [boxes, graph.weights(matrix, [4, 4])]);
}

/** Samples `values` in each box at `size` x `size` points (RoIAlign of Mask R-CNN: He et al., 2017). */
function addPooled(graph: GraphBuilder, values: string, boxes: string, size: number, samples: number): string {
  const first = graph.node('Squeeze', [
    graph.node('Slice', [boxes, graph.whole([0]), graph.whole([1]), graph.whole([1])]),
    graph.whole([1]),
  ]);
  const zeros = graph.node('Cast', [graph.node('Mul', [first, graph.weights(Float32Array.of(0), [])])], { to: 7 });
  return graph.node('RoiAlign', [values, boxes, zeros], {
    output_height: size,
    output_width: size,
    sampling_ratio: samples,
    spatial_scale: { float: 1 / STRIDE },
    mode: 'avg',
    coordinate_transformation_mode: 'half_pixel',
  });
}

const grownForMask = 1 + 2 * MARGIN;

/** Creates a model for the training: `picture` and `boxes` (N x 4) to `points` (N x MASK x MASK x fineChannels) and `core` (N x fineChannels). */
export function fineFile(features: Features): Uint8Array {
  const channels = fineChannels(features);
  const graph = new GraphBuilder();
  const fine = addFine(graph, features, 'picture', features.addTo(graph, 'picture'));
  const points = addPooled(graph, fine, addGrown(graph, 'boxes', grownForMask), MASK, 1);
  const core = addPooled(graph, fine, addGrown(graph, 'boxes', CORE), 1, 4);
  return graph.encode(
    [
      { name: 'picture', dims: [1, 'height', 'width', 3] },
      { name: 'boxes', dims: ['found', 4] },
    ],
    [
      {
        value: graph.node('Transpose', [points], { perm: [0, 2, 3, 1] }),
        name: 'points',
        dims: ['found', MASK, MASK, channels],
      },
      { value: graph.node('Squeeze', [core, graph.whole([2, 3])]), name: 'core', dims: ['found', channels] },
    ],
    { producer: 'annotation-console' },
  );
}

/**
 * Adds masks of boxes to a graph, N x MASK x MASK from 0 to 1. The first of `layers` receives the features of a point, of the
 * core of its box, its position and its label. It is linear, so each part is computed where it is cheapest, and then summed.
 */
export function addMasks(
  graph: GraphBuilder,
  features: Features,
  [first, ...others]: readonly Layer[],
  { picture, cells, boxes, labels }: { picture: string; cells: string; boxes: string; labels: string },
): string {
  if (!first) throw new Error('There are no layers');
  const fine = addFine(graph, features, picture, cells);
  const channels = fineChannels(features);
  const offsets = [channels, 2 * channels, 2 * channels + PLACE_CHANNELS] as const;
  const partOf = (value: string, from: number, to: number) =>
    graph.node('Conv', [value, graph.weights(kernelOf(first, from, to), [first.outputs, to - from, 1, 1])], {
      kernel_shape: [1, 1],
    });
  const points = addPooled(graph, partOf(fine, 0, offsets[0]), addGrown(graph, boxes, grownForMask), MASK, 1);
  const core = partOf(addPooled(graph, fine, addGrown(graph, boxes, CORE), 1, 4), offsets[0], offsets[1]);
  const place = partOf(graph.weights(places(), [1, PLACE_CHANNELS, MASK, MASK]), offsets[1], offsets[2]);
  const labelWeights = first.weights.slice(offsets[2] * first.outputs);
  for (let at = 0; at < labelWeights.length; at++) labelWeights[at]! += first.bias[at % first.outputs]!;
  const label = graph.node('Gather', [graph.weights(labelWeights, [first.inputs - offsets[2], first.outputs, 1, 1]), labels], {
    axis: 0,
  });
  const value = graph.node('Relu', [graph.node('Add', [graph.node('Add', [points, core]), graph.node('Add', [place, label])])]);
  const last = addLayers(graph, others, value);
  return graph.node('Squeeze', [graph.node('Sigmoid', [last]), graph.whole([1])]);
}
