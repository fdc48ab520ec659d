import { addLayers, type Layer } from '../learning/layers';
import { GraphBuilder } from '../onnx/graph';
import { addMasks, MASK } from './mask-file';
import type { Features } from './features';
import type { Head } from './head';

export interface Decoding {
  /** Boxes of one label that overlap more than this are one; the surest is kept. */
  suppress: number;
  /** A kept box is the mean of those of its label that overlap it more than this, weighed by the squares of their scores. */
  vote: number;
  /** What is less sure is left out. */
  least: number;
  /** Boxes of one label in one picture. */
  mostOfLabel: number;
}

export const DECODING: Decoding = { suppress: 0.5, vote: 0.65, least: 0.03, mostOfLabel: 300 };

/** Cells that are looked at further, the surest ones. */
const MOST_CELLS = 2000;

/** What was learned of objects: where they are, and with masks what of their boxes they fill. */
export interface Learned {
  head: Head;
  masks?: readonly Layer[];
}

/**
 * A detector as one ONNX file, backbone, head and decoding: `picture`, 1 x H x W x 3 with RGB of 0 to 255, to `boxes`, N x 4
 * with x1, y1, x2, y2 in pixels of that picture, `scores`, N, 0 to 1, and `classes`, N, places in the list of labels; with masks `masks`, N x MASK x MASK, see `outlineOf`. The
 * picture is seen as it is and mirrored, and what is said of both is averaged.
 */
export function detectorFile(
  features: Features,
  { head, masks }: Learned,
  labels: number,
  decoding: Decoding = DECODING,
): Uint8Array {
  const graph = new GraphBuilder();
  const constant = (value: number) => graph.weights(Float32Array.of(value), []);
  const mirrored = (value: string, axis: number) =>
    graph.node('Slice', [value, graph.whole([-1]), graph.whole([-(2 ** 31)]), graph.whole([axis]), graph.whole([-1])]);
  const both = graph.node('Concat', ['picture', mirrored('picture', 2)], { axis: 0 });
  const cells = features.addTo(graph, both);
  const said = addHead(graph, head, cells, labels);
  const unmirrored = (value: string) => {
    const [first, second] = graph.nodeOf('Split', [value, graph.whole([1, 1])], { axis: 0 }, 2);
    return [first!, mirrored(second!, 3)] as const;
  };
  const scores = graph.node('Mean', [...unmirrored(said.scores)]);
  const [straight, turned] = unmirrored(said.numbers);
  const sign = graph.weights(Float32Array.of(-1, 1, 1, 1), [1, 4, 1, 1]);
  const numbers = graph.node('Mean', [straight, graph.node('Mul', [turned, sign])]);
  const boxes = addBoxes(graph, numbers, features.stride);
  const flatScores = graph.node('Reshape', [scores, graph.whole([1, labels, -1])]);
  const flatBoxes = graph.node('Transpose', [graph.node('Reshape', [boxes, graph.whole([4, -1])])], { perm: [1, 0] });
  const found = addChoice(graph, flatScores, flatBoxes, decoding, constant);
  const kept = addBounds(graph, found.boxes, constant);
  const [straightCells] = graph.nodeOf('Split', [cells, graph.whole([1, 1])], { axis: 0 }, 2);
  const inside =
    masks && addMasks(graph, features, masks, { picture: 'picture', cells: straightCells!, boxes: kept, labels: found.labels });
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [
      { value: kept, name: 'boxes', dims: ['found', 4] },
      { value: found.scores, name: 'scores', dims: ['found'] },
      { value: found.labels, name: 'classes', dims: ['found'], type: 'int64' },
      ...(inside === undefined ? [] : [{ value: inside, name: 'masks', dims: ['found', MASK, MASK] }]),
    ],
    { producer: 'annotation-console', notes: { notice: features.notice } },
  );
}

/** `scores`, N x labels x rows x columns, and `numbers` of the boxes, N x 4 x rows x columns, sizes as logarithms of pixels. */
function addHead(graph: GraphBuilder, { layers, unit }: Head, cells: string, labels: number) {
  const output = addLayers(graph, layers, cells);
  const [logits, raw] = graph.nodeOf('Split', [output, graph.whole([labels, 4])], { axis: 1 }, 2);
  const inPixels = graph.weights(Float32Array.of(0, 0, Math.log(unit), Math.log(unit)), [1, 4, 1, 1]);
  return { scores: graph.node('Sigmoid', [logits!]), numbers: graph.node('Add', [raw!, inPixels]) };
}

/** x1, y1, x2, y2 in pixels, 1 x 4 x rows x columns. */
function addBoxes(graph: GraphBuilder, numbers: string, stride: number): string {
  const [dx, dy, logWidth, logHeight] = graph.nodeOf('Split', [numbers, graph.whole([1, 1, 1, 1])], { axis: 1 }, 4);
  const constant = (value: number) => graph.weights(Float32Array.of(value), []);
  const shape = graph.node('Shape', [numbers]);
  const centres = (axis: number, dims: readonly number[]) => {
    const count = graph.node('Gather', [shape, graph.whole([axis], [])], { axis: 0 });
    const places = graph.node('Cast', [graph.node('Range', [graph.whole([0], []), count, graph.whole([1], [])])], { to: 1 });
    const pixels = graph.node('Mul', [graph.node('Add', [places, constant(0.5)]), constant(stride)]);
    return graph.node('Reshape', [pixels, graph.whole(dims)]);
  };
  const sides = (shift: string, log: string, from: string) => {
    const length = graph.node('Exp', [graph.node('Clip', [log, constant(0), constant(10)])]);
    const middle = graph.node('Add', [from, graph.node('Mul', [shift, length])]);
    const half = graph.node('Mul', [length, constant(0.5)]);
    return [graph.node('Sub', [middle, half]), graph.node('Add', [middle, half])];
  };
  const [x1, x2] = sides(dx!, logWidth!, centres(3, [1, 1, 1, -1]));
  const [y1, y2] = sides(dy!, logHeight!, centres(2, [1, 1, -1, 1]));
  return graph.node('Concat', [x1!, y1!, x2!, y2!], { axis: 1 });
}

type Constant = (value: number) => string;

/** Of all that was told, `scores` 1 x labels x cells and `boxes` cells x 4, what is kept. */
function addChoice(graph: GraphBuilder, scores: string, boxes: string, decoding: Decoding, constant: Constant) {
  const surest = graph.node('ReduceMax', [scores], { axes: [0, 1], keepdims: 0 });
  const count = graph.node('Min', [graph.node('Shape', [surest]), graph.whole([MOST_CELLS])]);
  const [, places] = graph.nodeOf('TopK', [surest, count], { axis: 0 }, 2);
  const someScores = graph.node('Gather', [scores, places!], { axis: 2 });
  const someBoxes = graph.node('Gather', [boxes, places!], { axis: 0 });
  const chosen = graph.node('NonMaxSuppression', [
    graph.node('Unsqueeze', [someBoxes, graph.whole([0])]),
    someScores,
    graph.whole([decoding.mostOfLabel]),
    graph.weights(Float32Array.of(decoding.suppress), [1]),
    graph.weights(Float32Array.of(decoding.least), [1]),
  ]);
  const labels = graph.node('Gather', [chosen, graph.whole([1], [])], { axis: 1 });
  const cells = graph.node('Gather', [chosen, graph.whole([2], [])], { axis: 1 });
  const kept = graph.node('Gather', [someBoxes, cells], { axis: 0 });
  // For each kept box the scores of all cells for its label.
  const ofLabel = graph.node('Gather', [graph.node('Squeeze', [someScores, graph.whole([0])]), labels], { axis: 0 });
  const own = graph.node('GatherElements', [ofLabel, graph.node('Unsqueeze', [cells, graph.whole([1])])], { axis: 1 });
  const overlaps = addOverlaps(graph, kept, someBoxes, constant);
  const near = graph.node('Cast', [graph.node('Greater', [overlaps, constant(decoding.vote)])], { to: 1 });
  const weights = graph.node('Mul', [graph.node('Mul', [ofLabel, ofLabel]), near]);
  const all = graph.node('ReduceSum', [weights, graph.whole([1])], { keepdims: 1 });
  const voted = graph.node('Div', [graph.node('MatMul', [weights, someBoxes]), graph.node('Max', [all, constant(1e-9)])]);
  return { boxes: voted, scores: graph.node('Squeeze', [own, graph.whole([1])]), labels };
}

/** Intersection over union of N x 4 with M x 4 boxes, N x M. */
function addOverlaps(graph: GraphBuilder, first: string, second: string, constant: Constant): string {
  const sidesOf = (boxes: string, axis: number) => {
    const sides = graph.nodeOf('Split', [boxes, graph.whole([1, 1, 1, 1])], { axis: 1 }, 4);
    return axis === 0 ? sides : sides.map((side) => graph.node('Transpose', [side], { perm: [1, 0] }));
  };
  const area = ([x1, y1, x2, y2]: string[]) => graph.node('Mul', [graph.node('Sub', [x2!, x1!]), graph.node('Sub', [y2!, y1!])]);
  const [a, b] = [sidesOf(first, 0), sidesOf(second, 1)];
  const common = (low: number, high: number) =>
    graph.node('Relu', [graph.node('Sub', [graph.node('Min', [a[high]!, b[high]!]), graph.node('Max', [a[low]!, b[low]!])])]);
  const both = graph.node('Mul', [common(0, 2), common(1, 3)]);
  const union = graph.node('Sub', [graph.node('Add', [area(a), area(b)]), both]);
  return graph.node('Div', [both, graph.node('Max', [union, constant(1e-6)])]);
}

/** The boxes within the picture. */
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
