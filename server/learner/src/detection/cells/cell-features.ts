import { addBackbone, isBackboneInstalled, BACKBONE_NOTICE, TAPS } from '../../backbone/backbone';
import { addCells, CELL } from '../../backbone/cells';
import { GraphBuilder } from '../../onnx/graph';
import { CHANNEL_FEATURES } from './channel-features';

/** The features of each cell of an image. They are the input of a head (the trained layers of a model). */
export interface CellFeatures {
  name: 'pretrained' | 'channels';
  channels: number;
  /** Side length of a cell in pixels. */
  stride: number;
  /** Number of leading channels that describe the four quarters of a cell separately (SpaceToDepth). */
  fineChannels: number;
  /** Number of the next channels, which are still fine enough for masks. */
  wideChannels: number;
  /** Licence notice for every file that contains these weights. */
  notice: string;
  /**
   * Adds the features to a graph and returns N x channels x H/stride x W/stride. `image` names a value of N x H x W x 3 with RGB
   * from 0 to 255.
   */
  addToGraph: (graph: GraphBuilder, image: string) => string;
}

/** Features of the pretrained backbone. */
export const PRETRAINED_FEATURES: CellFeatures = {
  name: 'pretrained',
  channels: CELL.channels,
  stride: CELL.stride,
  fineChannels: TAPS.s4.channels * 4,
  wideChannels: TAPS.s8.channels + TAPS.s16.channels,
  notice: BACKBONE_NOTICE,
  addToGraph: (graph, image) => addCells(graph, addBackbone(graph, image)),
};

/** Returns the pretrained features, or channel features if the package with the pretrained weights is not installed. */
export function getBestFeatures(): CellFeatures {
  return isBackboneInstalled() ? PRETRAINED_FEATURES : CHANNEL_FEATURES;
}

/** Creates an ONNX model of the features alone: `picture` to `cells`, 1 x H/stride x W/stride x channels. */
export function createCellFeaturesModel({ addToGraph, channels }: CellFeatures): Uint8Array {
  const graph = new GraphBuilder();
  const cells = graph.addNode('Transpose', [addToGraph(graph, 'picture')], { perm: [0, 2, 3, 1] });
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [{ value: cells, name: 'cells', dims: [1, 'rows', 'columns', channels] }],
    { producer: 'annotation-console' },
  );
}
