import { addLayers, type NetworkLayer } from '../../learning/layers';
import { GraphBuilder } from '../../onnx/graph';
import { addMasks, MASK_SIZE } from '../masks/mask-model';
import type { CellFeatures } from '../cells/cell-features';
import type { DetectionHead } from './detection-head';

/** Parameters of the selection among all predicted boxes. The model notes store them under these names. */
export interface Decoding {
  /**
   * IoU above which only the box with the highest score of a label remains (non-maximum suppression). It applies before and after
   * boxes are averaged, because averages of one object may overlap more than the original boxes.
   */
  suppress: number;
  /**
   * Boxes of the same label whose IoU with a remaining box exceeds this value are averaged into it, weighted by their squared
   * scores.
   */
  vote: number;
  /** Minimum score of a box. */
  least: number;
  /** Maximum number of boxes per label and image. */
  mostOfLabel: number;
}

/** The parameters that all trainings use. */
export const DECODING: Decoding = { suppress: 0.5, vote: 0.65, least: 0.03, mostOfLabel: 300 };

/** The selection considers at most this number of cells of the feature grid: the cells with the highest scores. */
const MAX_CANDIDATE_CELLS = 2000;

/** The trained weights of a detector, and of its masks if it has any. `learned.json` stores them under these names. */
export interface LearnedDetector {
  head: DetectionHead;
  masks?: readonly NetworkLayer[];
}

/** The trained weights of a detection or segmentation without the backbone, about a hundred times smaller than the model file. */
export interface LearnedObjects {
  kind: 'objects';
  features: CellFeatures['name'];
  labels: number;
  learned: LearnedDetector;
}

/**
 * Creates a detector as one ONNX model that contains backbone, head and decoding. Its input is `picture`, 1 x H x W x 3 with
 * RGB from 0 to 255. The model averages the predictions for the image and its mirror image. Its outputs are:
 *
 * - `boxes`: N x 4 with x1, y1, x2, y2 in pixels of the input
 * - `scores`: N values from 0 to 1
 * - `classes`: N indices in the list of labels
 * - `masks`: N x MASK_SIZE x MASK_SIZE, see `traceOutline`; only if the head has masks
 */
export function createDetectorModel(
  features: CellFeatures,
  { head, masks }: LearnedDetector,
  labels: number,
  decoding: Decoding = DECODING,
): Uint8Array {
  const graph = new GraphBuilder();
  const mirror = (value: string, axis: number) =>
    graph.addNode('Slice', [
      value,
      graph.addIntegers([-1]),
      graph.addIntegers([-(2 ** 31)]),
      graph.addIntegers([axis]),
      graph.addIntegers([-1]),
    ]);
  const bothViews = graph.addNode('Concat', ['picture', mirror('picture', 2)], { axis: 0 });
  const cells = features.addToGraph(graph, bothViews);
  const headOutputs = addHead(graph, head, cells, labels);
  const splitMirrored = (value: string) => {
    const [firstView, mirroredView] = graph.addSplit(value, [1, 1], 0);
    return [firstView!, mirror(mirroredView!, 3)] as const;
  };
  const scores = graph.addNode('Mean', [...splitMirrored(headOutputs.scores)]);
  const [directNumbers, mirroredNumbers] = splitMirrored(headOutputs.numbers);
  const mirrorSigns = graph.addFloats(Float32Array.of(-1, 1, 1, 1), [1, 4, 1, 1]);
  const boxNumbers = graph.addNode('Mean', [directNumbers, graph.addNode('Mul', [mirroredNumbers, mirrorSigns])]);
  const boxes = addBoxes(graph, boxNumbers, features.stride);
  const flatScores = graph.addNode('Reshape', [scores, graph.addIntegers([1, labels, -1])]);
  const flatBoxes = graph.addNode('Transpose', [graph.addNode('Reshape', [boxes, graph.addIntegers([4, -1])])], { perm: [1, 0] });
  const selection = addSelection(graph, flatScores, flatBoxes, labels, decoding);
  const clippedBoxes = addClipping(graph, selection.boxes);
  const [directCells] = graph.addSplit(cells, [1, 1], 0);
  const maskValues =
    masks &&
    addMasks(graph, features, masks, { image: 'picture', cells: directCells!, boxes: clippedBoxes, labels: selection.labels });
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [
      { value: clippedBoxes, name: 'boxes', dims: ['found', 4] },
      { value: selection.scores, name: 'scores', dims: ['found'] },
      { value: selection.labels, name: 'classes', dims: ['found'], type: 'int64' },
      ...(maskValues === undefined ? [] : [{ value: maskValues, name: 'masks', dims: ['found', MASK_SIZE, MASK_SIZE] }]),
    ],
    { producer: 'annotation-console', notes: { notice: features.notice } },
  );
}

/** Adds the head. Returns `scores`, N x labels x rows x columns, and `numbers` (offset and log size), N x 4 x rows x columns. */
function addHead(graph: GraphBuilder, { layers, unit }: DetectionHead, cells: string, labels: number) {
  const output = addLayers(graph, layers, cells);
  const [logits, rawNumbers] = graph.addSplit(output, [labels, 4], 1);
  const unitFactors = graph.addFloats(Float32Array.of(0, 0, Math.log(unit), Math.log(unit)), [1, 4, 1, 1]);
  return { scores: graph.addNode('Sigmoid', [logits!]), numbers: graph.addNode('Add', [rawNumbers!, unitFactors]) };
}

/** Converts the `numbers` of `addHead` to x1, y1, x2, y2 in pixels, 1 x 4 x rows x columns. */
function addBoxes(graph: GraphBuilder, boxNumbers: string, stride: number): string {
  const [dx, dy, logWidth, logHeight] = graph.addSplit(boxNumbers, [1, 1, 1, 1], 1);
  const shape = graph.addNode('Shape', [boxNumbers]);
  const addCellCentres = (axis: number, dims: readonly number[]) => {
    const count = graph.addNode('Gather', [shape, graph.addIntegers([axis], [])], { axis: 0 });
    const indices = graph.addNode(
      'Cast',
      [graph.addNode('Range', [graph.addIntegers([0], []), count, graph.addIntegers([1], [])])],
      { to: 1 },
    );
    const pixels = graph.addNode('Mul', [graph.addNode('Add', [indices, graph.addScalar(0.5)]), graph.addScalar(stride)]);
    return graph.addNode('Reshape', [pixels, graph.addIntegers(dims)]);
  };
  const addSideEnds = (normalizedShift: string, logLength: string, cellCentres: string) => {
    const length = graph.addNode('Exp', [graph.addNode('Clip', [logLength, graph.addScalar(0), graph.addScalar(10)])]);
    const middle = graph.addNode('Add', [cellCentres, graph.addNode('Mul', [normalizedShift, length])]);
    const halfLength = graph.addNode('Mul', [length, graph.addScalar(0.5)]);
    return [graph.addNode('Sub', [middle, halfLength]), graph.addNode('Add', [middle, halfLength])];
  };
  const [x1, x2] = addSideEnds(dx!, logWidth!, addCellCentres(3, [1, 1, 1, -1]));
  const [y1, y2] = addSideEnds(dy!, logHeight!, addCellCentres(2, [1, 1, -1, 1]));
  return graph.addNode('Concat', [x1!, y1!, x2!, y2!], { axis: 1 });
}

/** Adds the selection of the final boxes from `scores`, 1 x labels x cells, and `boxes`, cells x 4. */
function addSelection(graph: GraphBuilder, scores: string, boxes: string, labelCount: number, decoding: Decoding) {
  const maxScores = graph.addNode('ReduceMax', [scores], { axes: [0, 1], keepdims: 0 });
  const count = graph.addNode('Min', [graph.addNode('Shape', [maxScores]), graph.addIntegers([MAX_CANDIDATE_CELLS])]);
  const [, cellIndices] = graph.addMultiOutputNode('TopK', [maxScores, count], { axis: 0 }, 2);
  const candidateScores = graph.addNode('Gather', [scores, cellIndices!], { axis: 2 });
  const candidateBoxes = graph.addNode('Gather', [boxes, cellIndices!], { axis: 0 });
  const selectedIndices = addSuppression(graph, candidateBoxes, candidateScores, decoding);
  const labels = graph.addNode('Gather', [selectedIndices, graph.addIntegers([1], [])], { axis: 1 });
  const cells = graph.addNode('Gather', [selectedIndices, graph.addIntegers([2], [])], { axis: 1 });
  const selectedBoxes = graph.addNode('Gather', [candidateBoxes, cells], { axis: 0 });
  // For each selected box, the scores of all candidates for its label.
  const labelScores = graph.addNode('Gather', [graph.addNode('Squeeze', [candidateScores, graph.addIntegers([0])]), labels], {
    axis: 0,
  });
  const selectedScores = graph.addNode(
    'GatherElements',
    [labelScores, graph.addNode('Unsqueeze', [cells, graph.addIntegers([1])])],
    { axis: 1 },
  );
  const overlaps = addOverlaps(graph, selectedBoxes, candidateBoxes);
  const isVoting = graph.addNode('Cast', [graph.addNode('Greater', [overlaps, graph.addScalar(decoding.vote)])], { to: 1 });
  const weights = graph.addNode('Mul', [graph.addNode('Mul', [labelScores, labelScores]), isVoting]);
  const totals = graph.addNode('ReduceSum', [weights, graph.addIntegers([1])], { keepdims: 1 });
  const averagedBoxes = graph.addNode('Div', [
    graph.addNode('MatMul', [weights, candidateBoxes]),
    graph.addNode('Max', [totals, graph.addScalar(1e-9)]),
  ]);
  const isLabel = graph.addNode('Equal', [
    graph.addNode('Unsqueeze', [labels, graph.addIntegers([0])]),
    graph.addIntegers([...Array(labelCount).keys()], [labelCount, 1]),
  ]);
  const scoresByLabel = graph.addNode('Mul', [
    graph.addNode('Cast', [isLabel], { to: 1 }),
    graph.addNode('Transpose', [selectedScores], { perm: [1, 0] }),
  ]);
  const batchedScores = graph.addNode('Unsqueeze', [scoresByLabel, graph.addIntegers([0])]);
  const remainingIndices = addSuppression(graph, averagedBoxes, batchedScores, decoding);
  const remaining = graph.addNode('Gather', [remainingIndices, graph.addIntegers([2], [])], { axis: 1 });
  const addRemaining = (values: string) => graph.addNode('Gather', [values, remaining], { axis: 0 });
  return {
    boxes: addRemaining(averagedBoxes),
    scores: addRemaining(graph.addNode('Squeeze', [selectedScores, graph.addIntegers([1])])),
    labels: addRemaining(labels),
  };
}

/** Adds the non-maximum suppression of N x 4 boxes by 1 x labels x N scores. Returns rows of batch, label and box index. */
function addSuppression(graph: GraphBuilder, boxes: string, scores: string, decoding: Decoding): string {
  return graph.addNode('NonMaxSuppression', [
    graph.addNode('Unsqueeze', [boxes, graph.addIntegers([0])]),
    scores,
    graph.addIntegers([decoding.mostOfLabel]),
    graph.addFloats(Float32Array.of(decoding.suppress), [1]),
    graph.addFloats(Float32Array.of(decoding.least), [1]),
  ]);
}

/** Adds the intersection over union of N x 4 boxes with M x 4 boxes, N x M. */
function addOverlaps(graph: GraphBuilder, firstBoxes: string, secondBoxes: string): string {
  const splitSides = (boxes: string, axis: number) => {
    const sides = graph.addSplit(boxes, [1, 1, 1, 1], 1);
    return axis === 0 ? sides : sides.map((side) => graph.addNode('Transpose', [side], { perm: [1, 0] }));
  };
  const addArea = ([x1, y1, x2, y2]: string[]) =>
    graph.addNode('Mul', [graph.addNode('Sub', [x2!, x1!]), graph.addNode('Sub', [y2!, y1!])]);
  const [a, b] = [splitSides(firstBoxes, 0), splitSides(secondBoxes, 1)];
  const addCommonLength = (low: number, high: number) =>
    graph.addNode('Relu', [
      graph.addNode('Sub', [graph.addNode('Min', [a[high]!, b[high]!]), graph.addNode('Max', [a[low]!, b[low]!])]),
    ]);
  const commonArea = graph.addNode('Mul', [addCommonLength(0, 2), addCommonLength(1, 3)]);
  const union = graph.addNode('Sub', [graph.addNode('Add', [addArea(a), addArea(b)]), commonArea]);
  return graph.addNode('Div', [commonArea, graph.addNode('Max', [union, graph.addScalar(1e-6)])]);
}

/** Clips boxes to the image. */
function addClipping(graph: GraphBuilder, boxes: string): string {
  const sides = graph.addNode(
    'Cast',
    [graph.addNode('Gather', [graph.addNode('Shape', ['picture']), graph.addIntegers([2, 1, 2, 1])], { axis: 0 })],
    {
      to: 1,
    },
  );
  return graph.addNode('Min', [graph.addNode('Max', [boxes, graph.addScalar(0)]), sides]);
}
