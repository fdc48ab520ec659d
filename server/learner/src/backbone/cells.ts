import type { GraphBuilder } from '../onnx/graph';
import { TAPS, type Tap } from './backbone';

/** What is said of each cell of 8 x 8 pixels: the finer features side by side, the coarser ones drawn larger. */
export const CELL = {
  stride: 8,
  channels: TAPS.s4.channels * 4 + TAPS.s8.channels + TAPS.s16.channels + TAPS.s32.channels,
} as const;

/** Features of cells in a graph: 1 x CELL.channels x H/8 x W/8. The order of the channels is s4 by place, s8, s16, s32. */
export function addCells(graph: GraphBuilder, taps: Record<Tap, string>): string {
  const enlarged = (value: string, times: number) =>
    graph.node('Resize', [value, '', graph.weights(Float32Array.of(1, 1, times, times), [4])], {
      mode: 'linear',
      coordinate_transformation_mode: 'half_pixel',
    });
  const fine = graph.node('SpaceToDepth', [taps.s4], { blocksize: 2 });
  return graph.node('Concat', [fine, taps.s8, enlarged(taps.s16, 2), enlarged(taps.s32, 4)], { axis: 1 });
}
