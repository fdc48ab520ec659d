import { featuresFile, type Features } from './features';
import { readIfReadable } from '../picture';
import type { Pace } from '../pace';
import type { Example, TrainOrder } from '../protocol';
import { randomOf } from '../random';
import { fineChannels, fineFile } from './mask-file';
import { MaskSamples } from './mask-head';
import { openSession, pictureTensor } from '../session';
import { Samples } from './samples';
import { drawnOf, thingsOf } from './things';
import { MIRRORS, mirrorDrawn, mirrorPicture, type Mirror } from './views';

export interface CollectSettings {
  features: Features;
  /** Cells to learn from, over all pictures; of features of 384 channels 500,000 take 0.4 GB. */
  cells: number;
  cellsAView: number;
}

/** A picture as it is looked at. */
export interface View {
  example: Example;
  mirror: Mirror;
}

/** What is looked at: each picture as it is and mirrored, or where there are many pictures in fewer ways, by the seed. */
export function viewsOf(training: readonly Example[], settings: CollectSettings, seed: number): View[] {
  const random = randomOf(seed);
  const affordable = Math.floor(settings.cells / settings.cellsAView / training.length);
  const ways = Math.max(1, Math.min(MIRRORS.length, affordable));
  return training.flatMap((example) => {
    const first = ways === MIRRORS.length ? 0 : Math.floor(random() * MIRRORS.length);
    return Array.from({ length: ways }, (_, at) => ({ example, mirror: MIRRORS[(first + at) % MIRRORS.length]! }));
  });
}

/** Cells that are taken from each view. */
export function cellsAView(views: readonly View[], settings: CollectSettings): number {
  return Math.min(settings.cellsAView, Math.max(1, Math.floor(settings.cells / views.length)));
}

/** Looks at the pictures that can be read, and takes what there is to learn from: cells, and for a segmentation points of masks. */
export async function collect(
  views: readonly View[],
  order: TrainOrder,
  settings: CollectSettings,
  threads: number,
  pace: Pace,
): Promise<{ cells: Samples; masks: MaskSamples | null; pictures: number }> {
  const { features } = settings;
  const read = new Set<Example>();
  const random = randomOf(order.seed + 1);
  const aView = cellsAView(views, settings);
  const samples = new Samples(features.channels, aView * views.length);
  const boxes = views.reduce((sum, { example }) => sum + thingsOf(example, order).length, 0);
  const masks = order.domain === 'segmentation' ? new MaskSamples(fineChannels(features), boxes) : null;
  const session = await openSession(featuresFile(features), threads);
  const fine = masks && (await openSession(fineFile(features), threads));
  for (const [index, { example, mirror }] of views.entries()) {
    const picture = await readIfReadable(example.file, order.inputSize);
    if (!picture) {
      await pace.step('features', index + 1);
      continue;
    }
    read.add(example);
    const seen = mirrorPicture(picture, mirror);
    const drawn = mirrorDrawn(drawnOf(thingsOf(example, order), order, picture), picture, mirror);
    const { cells } = await session.run({ picture: pictureTensor(seen) });
    const [, rows = 0, columns = 0] = cells!.dims;
    samples.take({ cells: cells!.data as Float32Array, columns, rows, stride: features.stride, drawn }, aView, random);
    if (masks && fine) await masks.take(fine, seen, drawn, random);
    await pace.step('features', index + 1);
  }
  await session.release();
  await fine?.release();
  return { cells: samples, masks, pictures: read.size };
}
