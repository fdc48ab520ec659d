import { addBackbone, BACKBONE_NOTICE, TAPS, type Tap } from '../../backbone/backbone';
import { GraphBuilder } from '../../onnx/graph';
import { addColourHistogram, COLOUR_BINS } from './colours';

/** Number of features per block: averages of the backbone's features over the image, and its colour histogram. */
export const BLOCK_SIZES = {
  s8: TAPS.s8.channels,
  s16: TAPS.s16.channels,
  s32: TAPS.s32.channels,
  colours: COLOUR_BINS,
} as const;
export type FeatureBlock = keyof typeof BLOCK_SIZES;
export const ALL_BLOCKS = Object.keys(BLOCK_SIZES) as FeatureBlock[];

/** Combinations of blocks that a head may use, smaller ones first. The training selects one based on the task's own images. */
export const BLOCK_COMBINATIONS: readonly (readonly FeatureBlock[])[] = [
  ['colours'],
  ['s16'],
  ['s32'],
  ['s16', 's32'],
  ['s8', 's16', 's32'],
  ['s16', 's32', 'colours'],
  ['s8', 's16', 's32', 'colours'],
];

/** Total number of features of some blocks. */
export const countFeatures = (blocks: readonly FeatureBlock[]): number =>
  blocks.reduce((sum, block) => sum + BLOCK_SIZES[block], 0);

/** Returns the positions of the features of some blocks within the features of all blocks. */
export function getFeatureColumns(blocks: readonly FeatureBlock[]): number[] {
  return blocks.flatMap((block) => {
    const from = countFeatures(ALL_BLOCKS.slice(0, ALL_BLOCKS.indexOf(block)));
    return Array.from({ length: BLOCK_SIZES[block] }, (_, index) => from + index);
  });
}

/** Returns the license notice of a file with these blocks. Colours contain no pretrained weights. */
export const getNotice = (blocks: readonly FeatureBlock[]): string =>
  blocks.some((block) => block !== 'colours') ? BACKBONE_NOTICE : '';

/** Adds the features of an image to a graph: from 1 x H x W x 3 with RGB from 0 to 255 to 1 x countFeatures(blocks). */
export function addFeatures(graph: GraphBuilder, image: string, blocks: readonly FeatureBlock[]): string {
  const isTap = (block: FeatureBlock): block is Exclude<FeatureBlock, 'colours'> & Tap => block !== 'colours';
  const taps = blocks.some(isTap) ? addBackbone(graph, image) : null;
  const values = blocks.map((block) => {
    if (!isTap(block) || !taps) return addColourHistogram(graph, image);
    return graph.addNode('ReduceMean', [taps[block]], { axes: [2, 3], keepdims: 0 });
  });
  return graph.addNode('Concat', values, { axis: 1 });
}

let cachedModel: Uint8Array | undefined;

/** Returns an ONNX model from `picture` to `features`, all blocks. It is created once, which takes a tenth of a second. */
export function getFeaturesModel(): Uint8Array {
  cachedModel ??= createFeaturesModel();
  return cachedModel;
}

function createFeaturesModel(): Uint8Array {
  const graph = new GraphBuilder();
  const value = addFeatures(graph, 'picture', ALL_BLOCKS);
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [{ value, name: 'features', dims: [1, countFeatures(ALL_BLOCKS)] }],
    { producer: 'annotation-console', notes: { notice: BACKBONE_NOTICE } },
  );
}
