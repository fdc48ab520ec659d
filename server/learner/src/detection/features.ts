import { addBackbone } from '../backbone/backbone';
import { addCells, CELL } from '../backbone/cells';
import { GraphBuilder } from '../onnx/graph';

/** What a head is told of each cell of a picture. */
export interface Features {
  channels: number;
  /** Side of a cell in pixels. */
  stride: number;
  /** Adds them to a graph, from a value of N x H x W x 3 with RGB of 0 to 255. Answers N x channels x H/stride x W/stride. */
  addTo: (graph: GraphBuilder, picture: string) => string;
}

/** Of the pretrained backbone. */
export const PRETRAINED: Features = {
  channels: CELL.channels,
  stride: CELL.stride,
  addTo: (graph, picture) => addCells(graph, addBackbone(graph, picture)),
};

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
