import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GraphBuilder } from '../onnx/graph';

/** Sides of the cells in pixels of the input. Each cell has the mean colour of its pixels. */
const CELL_SIZE = 4;
const INT64 = 7;
const FLOAT = 1;
/** Maximum squared distance between colours of one object, in units of 255. */
const THRESHOLD = 0.03;

const producer = 'tests';

/**
 * Writes an interactive segmentation model that finds cells by colour. A cell matches if its colour is similar to the colour at a
 * positive point or at the middle of a box. Cells of a previous mask match, too. Cells similar to the colour at a negative point
 * never match. `inputSize` is a multiple of 4.
 */
export async function writeTinyInteractiveModel(folder: string, inputSize = 64): Promise<void> {
  await mkdir(folder, { recursive: true });
  const description = {
    name: 'Colours',
    licence: 'For tests only',
    input_size: inputSize,
    mean: [0, 0, 0],
    std: [255, 255, 255],
  };
  await writeFile(join(folder, 'model.json'), JSON.stringify(description));
  await writeFile(join(folder, 'encoder.onnx'), createEncoder(inputSize));
  await writeFile(join(folder, 'decoder.onnx'), createDecoder(inputSize));
}

function createEncoder(inputSize: number): Uint8Array {
  const graph = new GraphBuilder();
  const value = graph.addNode('AveragePool', ['image'], {
    kernel_shape: [CELL_SIZE, CELL_SIZE],
    strides: [CELL_SIZE, CELL_SIZE],
  });
  const cells = inputSize / CELL_SIZE;
  return graph.encode(
    [{ name: 'image', dims: [1, 3, inputSize, inputSize] }],
    [{ name: 'image_embeddings', value, dims: [1, 3, cells, cells] }],
    { producer },
  );
}

function createDecoder(inputSize: number): Uint8Array {
  const graph = new GraphBuilder();
  const cells = inputSize / CELL_SIZE;
  const add = (type: string, inputs: readonly string[], attributes = {}) => graph.addNode(type, inputs, attributes);
  const reshape = (value: string, shape: readonly number[]) => add('Reshape', [value, graph.addIntegers(shape)]);
  const toFloat = (value: string) => add('Cast', [value], { to: FLOAT });
  const toInteger = (value: string) => add('Cast', [value], { to: INT64 });
  const sum = (value: string, axis: number) => add('ReduceSum', [value, graph.addIntegers([axis])], { keepdims: 0 });

  // The middle of a box becomes another positive point.
  const coords = reshape('point_coords', [-1, 2]);
  const labels = reshape('point_labels', [-1, 1]);
  const isCorner = toFloat(add('Greater', [labels, graph.addScalar(1.5)]));
  const cornerCount = sum(isCorner, 0);
  const boxCentre = add('Div', [sum(add('Mul', [coords, isCorner]), 0), add('Max', [cornerCount, graph.addScalar(1)])]);
  const boxCentreLabel = add('Sub', [cornerCount, graph.addScalar(1)]);
  const points = add('Concat', [coords, reshape(boxCentre, [1, 2])], { axis: 0 });
  const allLabels = reshape(add('Concat', [labels, reshape(boxCentreLabel, [1, 1])], { axis: 0 }), [-1, 1, 1]);

  const colours = add('Transpose', [reshape('image_embeddings', [3, cells, cells])], { perm: [1, 2, 0] });
  const clippedPoints = add('Clip', [points, graph.addScalar(0), graph.addScalar(inputSize - 1)]);
  const columnAndRow = toInteger(add('Floor', [add('Div', [clippedPoints, graph.addScalar(CELL_SIZE)])]));
  const rowAndColumn = add('Gather', [columnAndRow, graph.addIntegers([1, 0])], { axis: 1 });
  const pointColours = reshape(add('GatherND', [colours, rowAndColumn]), [-1, 1, 1, 3]);
  const difference = add('Sub', [reshape(colours, [1, cells, cells, 3]), pointColours]);
  const similarity = add('Sub', [graph.addScalar(THRESHOLD), sum(add('Mul', [difference, difference]), 3)]);
  const getHighest = (label: number) => {
    const hasOtherLabel = toFloat(add('Not', [add('Equal', [allLabels, graph.addScalar(label)])]));
    const values = add('Sub', [similarity, add('Mul', [hasOtherLabel, graph.addScalar(1e6)])]);
    return add('ReduceMax', [values], { axes: [0], keepdims: 0 });
  };
  const excludedScore = add('Mul', [add('Relu', [getHighest(0)]), graph.addScalar(1e3)]);
  // Each cell of the previous mask has several values. A previous mask only adds cells.
  const previousMask = graph.addNode('AveragePool', ['mask_input'], {
    kernel_shape: [CELL_SIZE, CELL_SIZE],
    strides: [CELL_SIZE, CELL_SIZE],
  });
  const retainedMask = add('Mul', [add('Relu', [reshape(previousMask, [cells, cells])]), 'has_mask_input']);
  const includedScore = add('Add', [getHighest(1), add('Mul', [retainedMask, graph.addScalar(1e3)])]);
  const logits = reshape(add('Sub', [includedScore, add('Mul', [excludedScore, graph.addScalar(1e3)])]), [1, 1, cells, cells]);
  const lowResolutionSize = graph.addIntegers([1, 1, CELL_SIZE * cells, CELL_SIZE * cells]);
  const lowResolution = add('Resize', [logits, '', '', lowResolutionSize], {
    mode: 'nearest',
    coordinate_transformation_mode: 'asymmetric',
    nearest_mode: 'floor',
  });

  // Exclude the cells of the padding beside and below the image.
  const longestSide = add('ReduceMax', ['orig_im_size'], { keepdims: 1 });
  const usedCells = toInteger(add('Ceil', [add('Mul', [add('Div', ['orig_im_size', longestSide]), graph.addScalar(cells)])]));
  const croppedLogits = add('Slice', [logits, graph.addIntegers([0, 0]), usedCells, graph.addIntegers([2, 3])]);
  const outputSize = add('Concat', [graph.addIntegers([1, 1]), toInteger('orig_im_size')], { axis: 0 });
  const masks = add('Resize', [croppedLogits, '', '', outputSize], {
    mode: 'nearest',
    coordinate_transformation_mode: 'asymmetric',
    nearest_mode: 'floor',
  });
  return graph.encode(
    [
      { name: 'image_embeddings', dims: [1, 3, cells, cells] },
      { name: 'point_coords', dims: [1, 'points', 2] },
      { name: 'point_labels', dims: [1, 'points'] },
      { name: 'mask_input', dims: [1, 1, CELL_SIZE * cells, CELL_SIZE * cells] },
      { name: 'has_mask_input', dims: [1] },
      { name: 'orig_im_size', dims: [2] },
    ],
    [
      { name: 'masks', value: masks, dims: [1, 1, 'height', 'width'] },
      { name: 'iou_predictions', value: graph.addFloats(Float32Array.of(0.9), [1, 1]), dims: [1, 1] },
      { name: 'low_res_masks', value: lowResolution, dims: [1, 1, CELL_SIZE * cells, CELL_SIZE * cells] },
    ],
    { producer },
  );
}
