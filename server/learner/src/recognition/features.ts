import { addBackbone, NOTICE, TAPS, type Tap } from '../backbone/backbone';
import { GraphBuilder } from '../onnx/graph';
import { addColours, COLOURS } from './colours';

/** Number of features per block: averages of the backbone's features over the image, and its colour histogram. */
export const BLOCKS = {
  s8: TAPS.s8.channels,
  s16: TAPS.s16.channels,
  s32: TAPS.s32.channels,
  colours: COLOURS,
} as const;
export type Block = keyof typeof BLOCKS;
export const ALL_BLOCKS = Object.keys(BLOCKS) as Block[];

/** Combinations of blocks that a head may use, smaller ones first. The training selects one based on the task's own images. */
export const CHOICES: readonly (readonly Block[])[] = [
  ['colours'],
  ['s16'],
  ['s32'],
  ['s16', 's32'],
  ['s8', 's16', 's32'],
  ['s16', 's32', 'colours'],
  ['s8', 's16', 's32', 'colours'],
];

/** Total number of features of some blocks. */
export const widthOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + BLOCKS[block], 0);

/** Returns the indices of the features of some blocks among the features of all blocks. */
export function columnsOf(blocks: readonly Block[]): number[] {
  return blocks.flatMap((block) => {
    const from = widthOf(ALL_BLOCKS.slice(0, ALL_BLOCKS.indexOf(block)));
    return Array.from({ length: BLOCKS[block] }, (_, index) => from + index);
  });
}

/** Adds the features of an image to a graph: from 1 x H x W x 3 with RGB from 0 to 255 to 1 x widthOf(blocks). */
export function addFeatures(graph: GraphBuilder, picture: string, blocks: readonly Block[]): string {
  const isTap = (block: Block): block is Exclude<Block, 'colours'> & Tap => block !== 'colours';
  const taps = blocks.some(isTap) ? addBackbone(graph, picture) : null;
  const values = blocks.map((block) => {
    if (!isTap(block) || !taps) return addColours(graph, picture);
    return graph.node('ReduceMean', [taps[block]], { axes: [2, 3], keepdims: 0 });
  });
  return graph.node('Concat', values, { axis: 1 });
}

let cachedModel: Uint8Array | undefined;

/** Returns an ONNX model from `picture` to `features`, all blocks. It is created once, which takes half a second. */
export function featuresFile(): Uint8Array {
  cachedModel ??= createFeaturesModel();
  return cachedModel;
}

function createFeaturesModel(): Uint8Array {
  const graph = new GraphBuilder();
  const value = addFeatures(graph, 'picture', ALL_BLOCKS);
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [{ value, name: 'features', dims: [1, widthOf(ALL_BLOCKS)] }],
    { producer: 'annotation-console', notes: { notice: NOTICE } },
  );
}
