import { createCellFeaturesModel, type CellFeatures } from './cells/cell-features';
import { readImageIfReadable } from '../images/image';
import type { ProgressReporter } from '../protocol/progress-reporter';
import type { Example, TrainRequest } from '../protocol/protocol';
import { createRandom } from '../sampling/random';
import { countPointFeatures, createPointFeaturesModel } from './masks/mask-model';
import { MaskSamples } from './masks/mask-samples';
import { openSession, toImageTensor } from '../runtime/session';
import { CellSamples } from './cells/cell-samples';
import { listLeftOutObjects, listTrainableObjects, toInputObjects, type AnnotatedObject } from './annotated-objects';
import { MIRRORS, mirrorObjects, mirrorImage, type Mirror } from './cells/mirror';

/** Settings for sampling: the features, and the number of cells. */
export interface CollectSettings {
  features: CellFeatures;
  /** Maximum number of cells over all images. With features of 384 channels, 500,000 cells take 0.4 GB. */
  cells: number;
  /** Maximum number of cells per view (an image in one mirrored variant). */
  cellsPerView: number;
}

/** An image and how it is mirrored. */
interface MirroredExample {
  example: Example;
  mirror: Mirror;
}

/**
 * Creates the views of a training: each image in all mirrored variants, or only in some random variants if there are many images.
 */
export function createViews(training: readonly Example[], settings: CollectSettings, seed: number): MirroredExample[] {
  const random = createRandom(seed);
  const affordableViews = Math.floor(settings.cells / settings.cellsPerView / training.length);
  const viewsPerImage = Math.max(1, Math.min(MIRRORS.length, affordableViews));
  return training.flatMap((example) => {
    const firstView = viewsPerImage === MIRRORS.length ? 0 : Math.floor(random() * MIRRORS.length);
    return Array.from({ length: viewsPerImage }, (_, position) => ({
      example,
      mirror: MIRRORS[(firstView + position) % MIRRORS.length]!,
    }));
  });
}

/** Number of cells that are sampled from each view. */
export function countCellsPerView(views: readonly MirroredExample[], settings: CollectSettings): number {
  return Math.min(settings.cellsPerView, Math.max(1, Math.floor(settings.cells / views.length)));
}

/** Number of sampled rows: cells of objects and background, and points of masks. */
export interface SampledRows {
  cells: number;
  points: number;
}

/**
 * Samples cells from all readable images. For a segmentation, it also samples points of masks. `pictures` counts the readable images.
 * The views of the images in `calibration` come last: `learning` counts the rows before them.
 */
export async function collectSamples(
  views: readonly MirroredExample[],
  calibration: readonly Example[],
  request: TrainRequest,
  settings: CollectSettings,
  threads: number,
  reporter: ProgressReporter,
): Promise<{ cells: CellSamples; masks: MaskSamples | null; pictures: number; learning: SampledRows }> {
  const { features } = settings;
  const readableExamples = new Set<Example>();
  const random = createRandom(request.seed + 1);
  const maxCellsPerView = countCellsPerView(views, settings);
  const cellSamples = new CellSamples(features.channels, maxCellsPerView * views.length);
  const objectCount = views.reduce((sum, { example }) => sum + listTrainableObjects(example, request).length, 0);
  const masks = request.domain === 'segmentation' ? new MaskSamples(countPointFeatures(features), objectCount) : null;
  const session = await openSession(createCellFeaturesModel(features), threads);
  const pointSession = masks && (await openSession(createPointFeaturesModel(features), threads));
  const countRows = (): SampledRows => ({ cells: cellSamples.features.count, points: masks?.count ?? 0 });
  let learningRows: SampledRows | null = null;
  for (const [index, { example, mirror }] of views.entries()) {
    if (example === calibration[0]) learningRows ??= countRows();
    const image = await readImageIfReadable(example.file, request.inputSize);
    if (!image) {
      await reporter.step('features', index + 1);
      continue;
    }
    readableExamples.add(example);
    const mirroredImage = await mirrorImage(image, mirror);
    const toInput = (objects: AnnotatedObject[]) => mirrorObjects(toInputObjects(objects, request, image), image, mirror);
    const [objects, leftOutObjects] = [
      toInput(listTrainableObjects(example, request)),
      toInput(listLeftOutObjects(example, request)),
    ];
    const { cells } = await session.run({ picture: toImageTensor(mirroredImage) });
    const [, rows = 0, columns = 0] = cells!.dims;
    cellSamples.addImage(
      { cells: cells!.data as Float32Array, columns, rows, stride: features.stride, objects, leftOut: leftOutObjects },
      maxCellsPerView,
      random,
    );
    if (masks && pointSession) await masks.addImage(pointSession, mirroredImage, objects, random);
    await reporter.step('features', index + 1);
  }
  await session.release();
  await pointSession?.release();
  return { cells: cellSamples, masks, pictures: readableExamples.size, learning: learningRows ?? countRows() };
}
