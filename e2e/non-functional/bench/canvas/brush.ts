import type { Browser } from '@playwright/test';
import { percentile, formatTable, type Cell } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import type { BrushMeasurements, BrushRequest } from './brush-page';
import { measureInTab } from './tab';

/** Maximum ratio of frame times (95th percentile) during a stroke in the console to frame times on a bare canvas. */
const MAX_RATIO = 1.5;
const FRAME_COUNT = 200;
const SCENES: readonly (BrushRequest & { readonly name: string })[] = [
  { name: 'bare canvas', scene: 'bare', maskCount: 0, frames: FRAME_COUNT },
  { name: 'console, 1 mask', scene: 'console', maskCount: 1, frames: FRAME_COUNT },
  { name: 'console, 200 masks', scene: 'console', maskCount: 200, frames: FRAME_COUNT },
];

/**
 * Measures strokes of a 60-pixel brush. Rounds alternate the scenes, so other load affects all. Returns the number of missed
 * targets.
 */
export async function measureStrokes(browser: Browser, script: string, rounds: number): Promise<number> {
  print(`\n${formatLoad()}. Strokes with a brush of 60 pixels on 4000 x 3000 pixels; milliseconds.`);
  const results = SCENES.map(() => ({ frames: [] as number[], starts: [] as number[], ends: [] as number[], cpu: 0 }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { name: _, ...request }] of SCENES.entries()) {
      const { measurements, cpu } = await measureInTab<BrushRequest, BrushMeasurements>(browser, script, 'measureBrush', request);
      const result = results[index]!;
      result.frames.push(...measurements.frames);
      result.starts.push(measurements.start);
      result.ends.push(measurements.end);
      result.cpu += (cpu.stroke ?? 0) / measurements.frames.length / rounds;
    }
  const bareP95 = percentile(results[0]!.frames, 0.95);
  const ratios = results.map(({ frames }) => percentile(frames, 0.95) / bareP95);
  const rows = results.map(({ frames, starts, ends, cpu }, index): Cell[] => [
    SCENES[index]!.name,
    ...[percentile(frames, 0.5), percentile(frames, 0.95)],
    ratios[index]!.toFixed(2),
    cpu.toFixed(2),
    ...[Math.max(...starts), Math.max(...ends)],
  ]);
  print(formatTable(['', 'frame p50', 'p95', 'ratio', 'CPU per frame', 'longest start', 'longest end'], rows));
  print(`Limit of the ratio: ${MAX_RATIO}. ${formatLoad()}`);
  return ratios.filter((ratio) => ratio > MAX_RATIO).length;
}
