import type { GraphBuilder } from '../onnx/graph';
import { TAPS, type Tap } from './backbone';

/** Features of one cell of 8 x 8 pixels: finer features of its sub-cells are concatenated, coarser features are upsampled. */
export const CELL = {
  stride: 8,
  channels: TAPS.s4.channels * 4 + TAPS.s8.channels + TAPS.s16.channels + TAPS.s32.channels,
} as const;

/** Adds the features of all cells to a graph: 1 x CELL.channels x H/8 x W/8. The channel order is s4 (four sub-cells), s8, s16, s32. */
export function addCells(graph: GraphBuilder, taps: Record<Tap, string>): string {
  const upsample = (value: string, times: number) =>
    graph.addNode('Resize', [value, '', graph.addFloats(Float32Array.of(1, 1, times, times), [4])], {
      mode: 'linear',
      coordinate_transformation_mode: 'half_pixel',
    });
  const fine = graph.addNode('SpaceToDepth', [taps.s4], { blocksize: 2 });
  return graph.addNode('Concat', [fine, taps.s8, upsample(taps.s16, 2), upsample(taps.s32, 4)], { axis: 1 });
}
