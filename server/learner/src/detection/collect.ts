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
  /** Maximum number of cells over all images. With features of 384 channels, 500,000 cells take 0.4 GB. */
  cells: number;
  /** Maximum number of cells per view. */
  cellsAView: number;
}

/** An image together with the way it is mirrored. */
export interface View {
  example: Example;
  mirror: Mirror;
}

/** Creates the views of a training: every image mirrored in all ways, or in fewer, random ways if there are many images. */
export function viewsOf(training: readonly Example[], settings: CollectSettings, seed: number): View[] {
  const random = randomOf(seed);
  const affordableViews = Math.floor(settings.cells / settings.cellsAView / training.length);
  const viewsPerImage = Math.max(1, Math.min(MIRRORS.length, affordableViews));
  return training.flatMap((example) => {
    const first = viewsPerImage === MIRRORS.length ? 0 : Math.floor(random() * MIRRORS.length);
    return Array.from({ length: viewsPerImage }, (_, at) => ({ example, mirror: MIRRORS[(first + at) % MIRRORS.length]! }));
  });
}

/** Number of cells that are sampled from each view. */
export function cellsAView(views: readonly View[], settings: CollectSettings): number {
  return Math.min(settings.cellsAView, Math.max(1, Math.floor(settings.cells / views.length)));
}

/** Samples cells from all readable images, and for a segmentation points of masks. `pictures` counts the readable images. */
export async function collect(
  views: readonly View[],
  order: TrainOrder,
  settings: CollectSettings,
  threads: number,
  pace: Pace,
): Promise<{ cells: Samples; masks: MaskSamples | null; pictures: number }> {
  const { features } = settings;
  const readable = new Set<Example>();
  const random = randomOf(order.seed + 1);
  const perView = cellsAView(views, settings);
  const samples = new Samples(features.channels, perView * views.length);
  const boxes = views.reduce((sum, { example }) => sum + thingsOf(example, order).length, 0);
  const masks = order.domain === 'segmentation' ? new MaskSamples(fineChannels(features), boxes) : null;
  const session = await openSession(featuresFile(features), threads);
  const pointSession = masks && (await openSession(fineFile(features), threads));
  for (const [index, { example, mirror }] of views.entries()) {
    const picture = await readIfReadable(example.file, order.inputSize);
    if (!picture) {
      await pace.step('features', index + 1);
      continue;
    }
    readable.add(example);
    const mirrored = mirrorPicture(picture, mirror);
    const objects = mirrorDrawn(drawnOf(thingsOf(example, order), order, picture), picture, mirror);
    const { cells } = await session.run({ picture: pictureTensor(mirrored) });
    const [, rows = 0, columns = 0] = cells!.dims;
    samples.take({ cells: cells!.data as Float32Array, columns, rows, stride: features.stride, drawn: objects }, perView, random);
    if (masks && pointSession) await masks.take(pointSession, mirrored, objects, random);
    await pace.step('features', index + 1);
  }
  await session.release();
  await pointSession?.release();
  return { cells: samples, masks, pictures: readable.size };
}
