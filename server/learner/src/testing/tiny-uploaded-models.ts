import { GraphBuilder } from '../onnx/graph';
import { ModelProto } from '../onnx/schema';
import type { ModelLayout } from '../protocol/protocol';

/** Side of the input, and of a cell. Each cell can be an object. */
const INPUT_SIDE = 64;
const CELL_SIDE = 8;
const CELL_COUNT = (INPUT_SIDE / CELL_SIDE) ** 2;
const INT64 = 7;
const CLASS_NAMES_METADATA = "{0: 'red', 1: 'green'}";

const producer = 'tests';

/** Centre and size of each cell, in pixels or relative to the input. */
function createBoxes(pixelsPerUnit: number): number[][] {
  return Array.from({ length: CELL_COUNT }, (_, index) => {
    const [column, row] = [index % (INPUT_SIDE / CELL_SIDE), Math.floor(index / (INPUT_SIDE / CELL_SIDE))];
    return [(column + 0.5) * CELL_SIDE, (row + 0.5) * CELL_SIDE, CELL_SIDE, CELL_SIDE].map((value) => value / pixelsPerUnit);
  });
}

/**
 * Creates a detector of red (class 0) and green (class 1) cells of 8 x 8 pixels, with one of the known kinds of outputs. `masks` returns
 * the left half of each cell as its mask, `pose` its corners as points, `relative-yolo` boxes from 0 to 1. `boxes` returns only cells that it has found.
 */
export function createTinyDetector(
  layout: Exclude<ModelLayout, 'classification'> | 'masks' | 'pose' | 'relative-yolo',
  notes: object = { names: CLASS_NAMES_METADATA },
): Uint8Array {
  const graph = new GraphBuilder();
  const add = (type: string, inputs: readonly string[], attributes = {}) => graph.addNode(type, inputs, attributes);
  const reshape = (value: string, dims: readonly number[]) => add('Reshape', [value, graph.addIntegers(dims)]);
  const cells = add('AveragePool', ['images'], { kernel_shape: [CELL_SIDE, CELL_SIDE], strides: [CELL_SIDE, CELL_SIDE] });
  const [red = '', green = ''] = graph.addSplit(reshape(cells, [1, 3, CELL_COUNT]), [1, 1, 1], 1);
  const clip = (value: string) => add('Clip', [value, graph.addScalar(0), graph.addScalar(1)]);
  const scores = add('Concat', [clip(add('Sub', [red, green])), clip(add('Sub', [green, red]))], { axis: 1 });
  const addTable = (rows: readonly number[][]) =>
    graph.addFloats(Float32Array.from(rows.flat()), [1, CELL_COUNT, rows[0]!.length]);
  const transpose = (value: string) => add('Transpose', [value], { perm: [0, 2, 1] });
  const encode = (outputs: Parameters<GraphBuilder['encode']>[1]) =>
    graph.encode([{ name: 'images', dims: [1, 3, INPUT_SIDE, INPUT_SIDE] }], outputs, { producer, notes: { ...notes } });
  const corners = createBoxes(1).map(([x = 0, y = 0]) => [
    x - CELL_SIDE / 2,
    y - CELL_SIDE / 2,
    x + CELL_SIDE / 2,
    y + CELL_SIDE / 2,
  ]);
  const bestScores = reshape(add('ReduceMax', [scores], { axes: [1], keepdims: 0 }), [CELL_COUNT]);
  const bestClass = reshape(add('ArgMax', [scores], { axis: 1, keepdims: 0 }), [CELL_COUNT]);
  switch (layout) {
    case 'yolo':
    case 'relative-yolo': {
      const boxes = createBoxes(layout === 'yolo' ? 1 : INPUT_SIDE);
      const value = add('Concat', [transpose(addTable(boxes)), scores], { axis: 1 });
      return encode([{ name: 'output0', value, dims: [1, 6, CELL_COUNT] }]);
    }
    case 'masks': {
      const leftHalfPrototype = Float32Array.from({ length: 16 * 16 }, (_, index) => (index % 2 === 0 ? 1 : -1));
      const coefficients = transpose(addTable(Array.from({ length: CELL_COUNT }, () => [9])));
      const value = add('Concat', [transpose(addTable(createBoxes(1))), scores, coefficients], { axis: 1 });
      return encode([
        { name: 'output0', value, dims: [1, 7, CELL_COUNT] },
        {
          name: 'output1',
          value: reshape(graph.addFloats(leftHalfPrototype, [1, 1, 16, 16]), [1, 1, 16, 16]),
          dims: [1, 1, 16, 16],
        },
      ]);
    }
    case 'pose': {
      const points = corners.map(([left = 0, top = 0, right = 0, bottom = 0]) => [left, top, 0.9, right, bottom, 0.2]);
      const value = add('Concat', [transpose(addTable(createBoxes(1))), scores, transpose(addTable(points))], { axis: 1 });
      return encode([{ name: 'output0', value, dims: [1, 12, CELL_COUNT] }]);
    }
    case 'yolo-objectness': {
      const objectness = addTable(Array.from({ length: CELL_COUNT }, () => [1]));
      const value = add('Concat', [addTable(createBoxes(1)), objectness, transpose(scores)], { axis: 2 });
      return encode([{ name: 'output', value, dims: [1, CELL_COUNT, 7] }]);
    }
    case 'end-to-end': {
      const classes = reshape(add('Cast', [bestClass], { to: 1 }), [1, CELL_COUNT, 1]);
      const value = add('Concat', [addTable(corners), reshape(bestScores, [1, CELL_COUNT, 1]), classes], { axis: 2 });
      return encode([{ name: 'output0', value, dims: [1, CELL_COUNT, 6] }]);
    }
    case 'boxes': {
      const objectCells = reshape(add('NonZero', [bestScores]), [-1]);
      const select = (value: string, axis: number) => add('Gather', [value, objectCells], { axis });
      const labels = add('Cast', [reshape(bestClass, [1, CELL_COUNT])], { to: INT64 });
      // The outputs contain only the cells that show an object.
      return encode([
        { name: 'scores', value: select(reshape(bestScores, [1, CELL_COUNT]), 1), dims: [1, 'found'] },
        { name: 'labels', value: select(labels, 1), dims: [1, 'found'], type: 'int64' },
        { name: 'boxes', value: select(addTable(corners), 1), dims: [1, 'found', 4] },
      ]);
    }
    case 'queries': {
      // Colours are normalised with the statistics of ImageNet. The last class means that there is no object.
      const scaled = add('Mul', [transpose(scores), graph.addScalar(20)]);
      const logits = add('Concat', [scaled, addTable(Array.from({ length: CELL_COUNT }, () => [5]))], { axis: 2 });
      return encode([
        { name: 'logits', value: logits, dims: [1, CELL_COUNT, 3] },
        { name: 'pred_boxes', value: addTable(createBoxes(INPUT_SIDE)), dims: [1, CELL_COUNT, 4] },
      ]);
    }
  }
}

/**
 * Creates a model with three classes: red, green and blue. The value of a class grows with the amount of the colour in the image.
 * With an `operator` such as `Sigmoid`, the model returns probabilities.
 */
export function createTinyClassifier(names = '["Red", "Green", "Blue"]', channels = 3, operator = 'Identity'): Uint8Array {
  const graph = new GraphBuilder();
  const mean = graph.addNode('GlobalAveragePool', ['input']);
  const logits = graph.addNode('Mul', [graph.addNode('Reshape', [mean, graph.addIntegers([1, channels])]), graph.addScalar(5)]);
  return graph.encode(
    [{ name: 'input', dims: ['batch', channels, 'height', 'width'] }],
    [{ name: 'logits', value: graph.addNode(operator, [logits]), dims: [1, channels] }],
    { producer, notes: { names, imgsz: '[32, 32]' } },
  );
}

const FLOAT = 1;
const BOOL = 9;
const toValue = (name: string, elemType: number, sizes: readonly number[]) => ({
  name,
  type: { tensorType: { elemType, shape: { dim: sizes.map((dimValue) => ({ dimValue })) } } },
});

/** Encodes a graph with the input `images` and the output `output`, of the size of the input. */
function encodeGraph(node: readonly object[], initializer: readonly object[]): Uint8Array {
  const image = [1, 3, INPUT_SIDE, INPUT_SIDE];
  const graph = {
    name: 'graph',
    node,
    initializer,
    input: [toValue('images', FLOAT, image)],
    output: [toValue('output', FLOAT, image)],
  };
  const opsetImport = [
    { domain: '', version: 17 },
    { domain: 'evil.example', version: 1 },
  ];
  return ModelProto.encode(ModelProto.create({ irVersion: 8, opsetImport, graph })).finish();
}

/** Models that must be refused or stopped. */
export const HOSTILE_MODELS = {
  externalData: () =>
    encodeGraph(
      [{ opType: 'Add', input: ['images', 'weights'], output: ['output'] }],
      [
        {
          name: 'weights',
          dims: [1],
          dataType: FLOAT,
          dataLocation: 1,
          externalData: [{ key: 'location', value: '/etc/passwd' }],
        },
      ],
    ),
  customOperator: () => encodeGraph([{ opType: 'Run', domain: 'evil.example', input: ['images'], output: ['output'] }], []),
  endlessLoop: () => {
    const body = {
      name: 'body',
      node: [
        { opType: 'Identity', input: ['condition'], output: ['next_condition'] },
        { opType: 'Identity', input: ['value'], output: ['next_value'] },
      ],
      input: [
        toValue('index', INT64, []),
        toValue('condition', BOOL, []),
        toValue('value', FLOAT, [1, 3, INPUT_SIDE, INPUT_SIDE]),
      ],
      output: [toValue('next_condition', BOOL, []), toValue('next_value', FLOAT, [1, 3, INPUT_SIDE, INPUT_SIDE])],
    };
    const loop = {
      opType: 'Loop',
      input: ['', 'true', 'images'],
      output: ['output'],
      attribute: [{ name: 'body', type: 5, g: body }],
    };
    return encodeGraph([loop], [{ name: 'true', dims: [], dataType: BOOL, rawData: Uint8Array.of(1) }]);
  },
  hugeTensor: () => {
    const shape = {
      name: 'shape',
      dims: [4],
      dataType: INT64,
      rawData: new Uint8Array(BigInt64Array.of(1n, 3n, 60_000n, 60_000n).buffer),
    };
    const nodes = [
      { opType: 'ConstantOfShape', input: ['shape'], output: ['huge'] },
      { opType: 'ReduceSum', input: ['huge'], output: ['sum'], attribute: [{ name: 'keepdims', type: 2, i: 0 }] },
      { opType: 'Add', input: ['images', 'sum'], output: ['output'] },
    ];
    return encodeGraph(nodes, [shape]);
  },
} as const;
