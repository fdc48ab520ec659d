import { addLayers, type Layer } from '../learning/layers';
import { GraphBuilder } from '../onnx/graph';
import { addMasks, MASK } from './mask-file';
import type { Features } from './features';
import type { Head } from './head';

/** Parameters of the selection among all predicted boxes. The model notes store them under these names. */
export interface Decoding {
  /** IoU above which only the box with the highest score of a label remains (non-maximum suppression). */
  suppress: number;
  /** A remaining box is the mean of the boxes of its label with a higher IoU than this, weighted by their squared scores. */
  vote: number;
  /** Minimum score of a box. */
  least: number;
  /** Maximum number of boxes per label and image. */
  mostOfLabel: number;
}

export const DECODING: Decoding = { suppress: 0.5, vote: 0.65, least: 0.03, mostOfLabel: 300 };

/** Maximum number of cells that enter the selection, those with the highest scores. */
const MOST_CELLS = 2000;

/** The trained weights of a detector, and of its masks if it has any. `learned.json` stores them under these names. */
export interface Learned {
  head: Head;
  masks?: readonly Layer[];
}

/**
 * Creates a detector as one ONNX model that contains backbone, head and decoding. Its input is `picture`, 1 x H x W x 3 with
 * RGB from 0 to 255. Its outputs are `boxes`, N x 4 with x1, y1, x2, y2 in pixels of that input, `scores`, N values from 0 to 1,
 * and `classes`, N indices in the list of labels. With masks it also returns `masks`, N x MASK x MASK, see `outlineOf`. The
 * model averages the predictions for the image and its mirror image.
 */
export function detectorFile(
  features: Features,
  { head, masks }: Learned,
  labels: number,
  decoding: Decoding = DECODING,
): Uint8Array {
  const graph = new GraphBuilder();
  const constant = (value: number) => graph.weights(Float32Array.of(value), []);
  const mirror = (value: string, axis: number) =>
    graph.node('Slice', [value, graph.whole([-1]), graph.whole([-(2 ** 31)]), graph.whole([axis]), graph.whole([-1])]);
  const both = graph.node('Concat', ['picture', mirror('picture', 2)], { axis: 0 });
  const cells = features.addTo(graph, both);
  const predicted = addHead(graph, head, cells, labels);
  const splitMirrored = (value: string) => {
    const [first, second] = graph.nodeOf('Split', [value, graph.whole([1, 1])], { axis: 0 }, 2);
    return [first!, mirror(second!, 3)] as const;
  };
  const scores = graph.node('Mean', [...splitMirrored(predicted.scores)]);
  const [direct, mirrored] = splitMirrored(predicted.numbers);
  const sign = graph.weights(Float32Array.of(-1, 1, 1, 1), [1, 4, 1, 1]);
  const numbers = graph.node('Mean', [direct, graph.node('Mul', [mirrored, sign])]);
  const boxes = addBoxes(graph, numbers, features.stride);
  const flatScores = graph.node('Reshape', [scores, graph.whole([1, labels, -1])]);
  const flatBoxes = graph.node('Transpose', [graph.node('Reshape', [boxes, graph.whole([4, -1])])], { perm: [1, 0] });
  const selected = addChoice(graph, flatScores, flatBoxes, decoding, constant);
  const clipped = addBounds(graph, selected.boxes, constant);
  const [directCells] = graph.nodeOf('Split', [cells, graph.whole([1, 1])], { axis: 0 }, 2);
  const maskValues =
    masks && addMasks(graph, features, masks, { picture: 'picture', cells: directCells!, boxes: clipped, labels: selected.labels });
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [
      { value: clipped, name: 'boxes', dims: ['found', 4] },
      { value: selected.scores, name: 'scores', dims: ['found'] },
      { value: selected.labels, name: 'classes', dims: ['found'], type: 'int64' },
      ...(maskValues === undefined ? [] : [{ value: maskValues, name: 'masks', dims: ['found', MASK, MASK] }]),
    ],
    { producer: 'annotation-console', notes: { notice: features.notice } },
  );
}

/** Adds the head. Returns `scores`, N x labels x rows x columns, and `numbers`, N x 4 x rows x columns, sizes as log of pixels. */
function addHead(graph: GraphBuilder, { layers, unit }: Head, cells: string, labels: number) {
  const output = addLayers(graph, layers, cells);
  const [logits, raw] = graph.nodeOf('Split', [output, graph.whole([labels, 4])], { axis: 1 }, 2);
  const inPixels = graph.weights(Float32Array.of(0, 0, Math.log(unit), Math.log(unit)), [1, 4, 1, 1]);
  return { scores: graph.node('Sigmoid', [logits!]), numbers: graph.node('Add', [raw!, inPixels]) };
}

/** Converts the numbers of boxes to x1, y1, x2, y2 in pixels, 1 x 4 x rows x columns. */
function addBoxes(graph: GraphBuilder, numbers: string, stride: number): string {
  const [dx, dy, logWidth, logHeight] = graph.nodeOf('Split', [numbers, graph.whole([1, 1, 1, 1])], { axis: 1 }, 4);
  const constant = (value: number) => graph.weights(Float32Array.of(value), []);
  const shape = graph.node('Shape', [numbers]);
  const centres = (axis: number, dims: readonly number[]) => {
    const count = graph.node('Gather', [shape, graph.whole([axis], [])], { axis: 0 });
    const indices = graph.node('Cast', [graph.node('Range', [graph.whole([0], []), count, graph.whole([1], [])])], { to: 1 });
    const pixels = graph.node('Mul', [graph.node('Add', [indices, constant(0.5)]), constant(stride)]);
    return graph.node('Reshape', [pixels, graph.whole(dims)]);
  };
  const addSides = (shift: string, log: string, from: string) => {
    const length = graph.node('Exp', [graph.node('Clip', [log, constant(0), constant(10)])]);
    const middle = graph.node('Add', [from, graph.node('Mul', [shift, length])]);
    const halfLength = graph.node('Mul', [length, constant(0.5)]);
    return [graph.node('Sub', [middle, halfLength]), graph.node('Add', [middle, halfLength])];
  };
  const [x1, x2] = addSides(dx!, logWidth!, centres(3, [1, 1, 1, -1]));
  const [y1, y2] = addSides(dy!, logHeight!, centres(2, [1, 1, -1, 1]));
  return graph.node('Concat', [x1!, y1!, x2!, y2!], { axis: 1 });
}

type Constant = (value: number) => string;

/** Adds the selection of the final boxes from `scores`, 1 x labels x cells, and `boxes`, cells x 4. */
function addChoice(graph: GraphBuilder, scores: string, boxes: string, decoding: Decoding, constant: Constant) {
  const maxScores = graph.node('ReduceMax', [scores], { axes: [0, 1], keepdims: 0 });
  const count = graph.node('Min', [graph.node('Shape', [maxScores]), graph.whole([MOST_CELLS])]);
  const [, cellIndices] = graph.nodeOf('TopK', [maxScores, count], { axis: 0 }, 2);
  const candidateScores = graph.node('Gather', [scores, cellIndices!], { axis: 2 });
  const candidateBoxes = graph.node('Gather', [boxes, cellIndices!], { axis: 0 });
  const selected = graph.node('NonMaxSuppression', [
    graph.node('Unsqueeze', [candidateBoxes, graph.whole([0])]),
    candidateScores,
    graph.whole([decoding.mostOfLabel]),
    graph.weights(Float32Array.of(decoding.suppress), [1]),
    graph.weights(Float32Array.of(decoding.least), [1]),
  ]);
  const labels = graph.node('Gather', [selected, graph.whole([1], [])], { axis: 1 });
  const cells = graph.node('Gather', [selected, graph.whole([2], [])], { axis: 1 });
  const selectedBoxes = graph.node('Gather', [candidateBoxes, cells], { axis: 0 });
  // For each selected box, the scores of all candidates for its label.
  const labelScores = graph.node('Gather', [graph.node('Squeeze', [candidateScores, graph.whole([0])]), labels], { axis: 0 });
  const selectedScores = graph.node('GatherElements', [labelScores, graph.node('Unsqueeze', [cells, graph.whole([1])])], { axis: 1 });
  const overlaps = addOverlaps(graph, selectedBoxes, candidateBoxes, constant);
  const near = graph.node('Cast', [graph.node('Greater', [overlaps, constant(decoding.vote)])], { to: 1 });
  const weights = graph.node('Mul', [graph.node('Mul', [labelScores, labelScores]), near]);
  const totals = graph.node('ReduceSum', [weights, graph.whole([1])], { keepdims: 1 });
  const averaged = graph.node('Div', [graph.node('MatMul', [weights, candidateBoxes]), graph.node('Max', [totals, constant(1e-9)])]);
  return { boxes: averaged, scores: graph.node('Squeeze', [selectedScores, graph.whole([1])]), labels };
}

/** Adds the intersection over union of N x 4 boxes with M x 4 boxes, N x M. */
function addOverlaps(graph: GraphBuilder, first: string, second: string, constant: Constant): string {
  const addSides = (boxes: string, axis: number) => {
    const sides = graph.nodeOf('Split', [boxes, graph.whole([1, 1, 1, 1])], { axis: 1 }, 4);
    return axis === 0 ? sides : sides.map((side) => graph.node('Transpose', [side], { perm: [1, 0] }));
  };
  const addArea = ([x1, y1, x2, y2]: string[]) => graph.node('Mul', [graph.node('Sub', [x2!, x1!]), graph.node('Sub', [y2!, y1!])]);
  const [a, b] = [addSides(first, 0), addSides(second, 1)];
  const addCommon = (low: number, high: number) =>
    graph.node('Relu', [graph.node('Sub', [graph.node('Min', [a[high]!, b[high]!]), graph.node('Max', [a[low]!, b[low]!])])]);
  const both = graph.node('Mul', [addCommon(0, 2), addCommon(1, 3)]);
  const union = graph.node('Sub', [graph.node('Add', [addArea(a), addArea(b)]), both]);
  return graph.node('Div', [both, graph.node('Max', [union, constant(1e-6)])]);
}

/** Clips boxes to the image. */
function addBounds(graph: GraphBuilder, boxes: string, constant: Constant): string {
  const sides = graph.node(
    'Cast',
    [graph.node('Gather', [graph.node('Shape', ['picture']), graph.whole([2, 1, 2, 1])], { axis: 0 })],
    {
      to: 1,
    },
  );
  return graph.node('Min', [graph.node('Max', [boxes, constant(0)]), sides]);
}
