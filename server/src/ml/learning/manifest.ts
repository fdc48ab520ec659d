import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Example } from '@console/learner/protocol';
import type { ShapeFlag } from '@console/shared-contract/shape-attributes';
import { measureMask } from '../../data-access/shapes/mask-geometry';
import { traceJoinedOutline } from '@console/shared-contract/mask-outlines';
import { computeSkeletonBounds } from '@console/shared-contract/skeleton';
import type { FileStore } from '../../platform/files/store';
import type { WorkContext } from '../../platform/queue/kind';
import { readDatasetVersion, type DatasetImage } from './dataset';
import { toExampleUse } from './example-use';
import { downloadFile } from './local-files';

/** Number of images that are downloaded at the same time. */
const CONCURRENT_DOWNLOADS = 8;

interface ManifestOptions extends Pick<WorkContext, 'db' | 'signal' | 'progress'> {
  files: FileStore;
  /** Folder of the training on the local disk. */
  folder: string;
  dataset: string;
  /** Shapes with one of these flags are not used as examples. */
  leaveOut: readonly ShapeFlag[];
}

/**
 * Downloads the images of a dataset and writes the manifest of the training. Missing images are omitted. Returns the path of the
 * manifest.
 */
export async function writeManifest({
  db,
  files,
  folder,
  dataset,
  leaveOut,
  signal,
  progress,
}: ManifestOptions): Promise<string> {
  const manifest = join(folder, 'examples.jsonl');
  const toLinesOf = async (image: DatasetImage) => {
    const file = join(folder, 'pictures', image.image_id);
    return (await downloadFile(files, image.img_key, file)) ? toLines(image, file, leaveOut) : [];
  };
  async function* writeLines() {
    let batch: Promise<string[]>[] = [];
    let doneCount = 0;
    for await (const image of readDatasetVersion(db, dataset)) {
      batch.push(toLinesOf(image));
      if (batch.length < CONCURRENT_DOWNLOADS) continue;
      yield* (await Promise.all(batch)).flat();
      signal.throwIfAborted();
      doneCount += batch.length;
      batch = [];
      await progress(doneCount, null);
    }
    yield* (await Promise.all(batch)).flat();
  }
  await pipeline(Readable.from(writeLines()), createWriteStream(manifest));
  return manifest;
}

/** The examples of an image: the image and each labelled object. The image itself is omitted if only its objects are labelled. */
function toLines(
  { image_id, img_width, img_height, test_image, annotations }: DatasetImage,
  file: string,
  leaveOut: readonly ShapeFlag[],
): string[] {
  const { labels = [], labelled: labelledObjects = [], objects = [], skeletons = [], polygons = [], masks = [] } = annotations;
  const outlines = [
    ...polygons,
    ...masks.map((mask) => ({ ...mask, data: traceJoinedOutline({ data: mask.data, bbox: measureMask(mask.data).bbox }) })),
  ];
  const example: Example = {
    id: image_id,
    file,
    width: img_width,
    height: img_height,
    isTest: test_image,
    labels,
    boxes: [
      ...objects.map(({ label, data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], attributes }): Example['boxes'][number] => ({
        label,
        box: [x1, y1, x2, y2],
        ...toExampleUse(attributes, leaveOut),
      })),
      // The region of a skeleton must not be learned as background. If a label also has boxes, the boxes already include its skeletons.
      ...skeletons
        .filter(({ label }) => !objects.some((object) => object.label === label))
        .map(({ label, data }) => ({
          label,
          box: computeSkeletonBounds(data) ?? [0, 0, 0, 0],
          isLeftOut: true,
          isIgnored: true,
        })),
    ],
    polygons: outlines.map(({ label, data, attributes }) => ({ label, points: data, ...toExampleUse(attributes, leaveOut) })),
  };
  const objectExamples = labelledObjects.map(({ id, data, labels }): Example => ({ ...example, id, region: data, labels }));
  const imageExamples = objectExamples.length > 0 && labels.length === 0 ? [] : [example];
  return [...imageExamples, ...objectExamples].map((line) => `${JSON.stringify(line)}\n`);
}
