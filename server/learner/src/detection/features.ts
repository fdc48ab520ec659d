import { addBackbone, isBackboneHere, NOTICE, TAPS } from '../backbone/backbone';
import { addCells, CELL } from '../backbone/cells';
import { GraphBuilder } from '../onnx/graph';
import { CHANNEL_FEATURES } from './channels';

/** What a head is told of each cell of a picture. */
export interface Features {
  name: 'pretrained' | 'channels';
  channels: number;
  /** Side of a cell in pixels. */
  stride: number;
  /** The first so many are of the four quarters of a cell, by place (SpaceToDepth); as many after them are fine enough for masks. */
  fine: number;
  wide: number;
  /** What goes with every file that holds their weights. */
  notice: string;
  /** Adds them to a graph, from a value of N x H x W x 3 with RGB of 0 to 255. Answers N x channels x H/stride x W/stride. */
  addTo: (graph: GraphBuilder, picture: string) => string;
}

/** Of the pretrained backbone. */
export const PRETRAINED: Features = {
  name: 'pretrained',
  channels: CELL.channels,
  stride: CELL.stride,
  fine: TAPS.s4.channels * 4,
  wide: TAPS.s8.channels + TAPS.s16.channels,
  notice: NOTICE,
  addTo: (graph, picture) => addCells(graph, addBackbone(graph, picture)),
};

/** Whether the package of the pretrained weights is installed. */
export const isPretrainedHere = isBackboneHere;

/** The best that there are: without the package of the pretrained weights those that need none. */
export function featuresHere(): Features {
  return isBackboneHere() ? PRETRAINED : CHANNEL_FEATURES;
}

/** A model that tells the features alone: `picture` to `cells`, 1 x H/stride x W/stride x channels. */
export function featuresFile({ addTo, channels }: Features): Uint8Array {
  const graph = new GraphBuilder();
  const cells = graph.node('Transpose', [addTo(graph, 'picture')], { perm: [0, 2, 3, 1] });
  return graph.encode(
    [{ name: 'picture', dims: [1, 'height', 'width', 3] }],
    [{ value: cells, name: 'cells', dims: [1, 'rows', 'columns', channels] }],
    { producer: 'annotation-console' },
  );
}
