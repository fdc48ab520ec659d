import { createEvaluation } from '@console/server/domain/evaluation/create-evaluation';
import { cataloguePlan } from '../content/catalogue';
import { imageFindings, objectFindings } from '../content/findings';
import { smearFlow, triageFlow } from '../content/flow';
import { DEMO_UPLOADS } from '../pictures/plan';
import { insertPredictions } from '../content/predictions';
import { LABELS, TASKS } from '../content/recognition';
import {
  DETECTION_LABELS,
  DETECTION_TASKS,
  FRUITS,
  PACKAGES,
  SEGMENTATION_LABELS,
  SEGMENTATION_TASKS,
  shapeKinds,
} from '../content/shape-labels';
import { COMPARED_GROUPS, similarityPlan } from '../content/similarity';
import type { MadePicture } from '../pictures/make';
import { insertCatalogue } from '../write/catalogue';
import { daysAgo, idOf, type Context } from '../write/context';
import { insertImages, insertVerifications, type DemoImage } from '../write/images';
import { insertFlow, insertJob } from '../write/jobs';
import { insertRecognition, labelImages, labelObjects, type Recognition } from '../write/recognition';
import { insertNegativeImages, insertShapeLabels, linkRecognitionTasks } from '../write/shape-labels';
import { insertObjects, insertPoints, insertPolygons } from '../write/shapes';
import { insertSimilarity } from '../write/similarity';

/** Fills the workspace Demo: a shop's shelves, a laboratory's smears, plates of fruit, a catalogue. */
export async function fillDemo(
  context: Context,
  pictures: readonly MadePicture[],
  catalogue: ReadonlyMap<string, MadePicture>,
): Promise<void> {
  const images = await insertImages(context, pictures, DEMO_UPLOADS);
  await insertVerifications(context, images);
  const recognition = await insertRecognition(context, LABELS, TASKS);
  const detection = await insertShapeLabels(context, 'detection', DETECTION_LABELS, DETECTION_TASKS);
  const segmentation = await insertShapeLabels(context, 'segmentation', SEGMENTATION_LABELS, SEGMENTATION_TASKS);
  await linkRecognitionTasks(context, detection, recognition.tasks, [
    ...PACKAGES.map((key) => [key, 'brand'] as const),
    ...FRUITS.flatMap(
      (key) =>
        [
          [key, 'ripeness'],
          [key, 'fruit quality'],
        ] as const,
    ),
    ['leukocyte', 'cell type'],
  ]);
  await insertNegativeImages(context, detection, 'products', idsOf(images, 'bare'));
  await insertNegativeImages(context, detection, 'fruit', idsOf(images, 'plate'));
  const objects = await insertObjects(context, images, shapeKinds(detection.labels));
  await insertPolygons(context, images, shapeKinds(segmentation.labels));
  const cutOut = new Map(PACKAGES.map((kind) => [kind as string, idOf(segmentation.labels, 'package')]));
  await insertPolygons(
    context,
    images.filter(({ picture }) => picture.plan.scene === 'packshot'),
    cutOut,
  );
  await insertPoints(context, images);
  await labelImages(context, recognition, imageFindings(context, images));
  await labelObjects(context, recognition, objectFindings(context, objects));
  const groups = await insertSimilarity(context, similarityPlan(images, objects));
  const flowId = await insertFlow(context, 'Picture triage', triageFlow(recognition, detection));
  await insertFlow(context, 'Smears: cells', smearFlow(recognition, detection));
  await insertFlow(context, 'Draft: chiller doors', { root: [], actions: [] });
  await context.db
    .updateTable('workspace')
    .set({ meta_data: JSON.stringify({ flow: flowId, evaluation: true }) })
    .where('id', '=', context.workspaceId)
    .execute();
  await insertJobs(
    context,
    images,
    recognition,
    flowId,
    COMPARED_GROUPS.map((key) => idOf(groups, key)),
  );
  await insertCatalogue(context, await cataloguePlan(catalogue));
  await insertPredictions(context, images, recognition);
  await createEvaluation(context.db, context.workspaceId, context.people[0], daysAgo(context, 1));
}

function idsOf(images: readonly DemoImage[], ...starts: string[]): string[] {
  return images.filter(({ picture }) => starts.some((start) => picture.plan.key.startsWith(start))).map((image) => image.id);
}

async function insertJobs(
  context: Context,
  images: readonly DemoImage[],
  { labels, tasks }: Recognition,
  flowId: string,
  groups: readonly string[],
): Promise<void> {
  const shelves = idsOf(images, 'shelf', 'aisle');
  const checked = shelves.slice(0, 4);
  await insertJob(
    context,
    {
      type: 'image',
      name: 'Shelf round, this week',
      description: 'Every shelf once: what is sold out, and how full is it?',
      flowId,
      markDoneLabelId: idOf(labels, 'checked'),
      taskIds: [idOf(tasks, 'shelf findings'), idOf(tasks, 'fill level')],
      items: shelves,
      doneBy: [0, checked.length],
    },
    6,
  );
  await labelImages(
    context,
    { labels, tasks },
    checked.map((target) => ({ target, label: 'checked', created: daysAgo(context, 3) })),
  );
  await insertJob(
    context,
    {
      type: 'image',
      name: 'Blood smears, second reader',
      description: 'Two people read each smear, in the order of the slides. Objects of the last image are carried over.',
      todoNumber: 2,
      randomize: false,
      autoComplete: true,
      taskIds: [idOf(tasks, 'cell type'), idOf(tasks, 'smear findings')],
      items: idsOf(images, 'smear'),
      doneBy: [3, 5],
    },
    12,
  );
  await insertJob(
    context,
    {
      type: 'image',
      name: 'Pack shots for the leaflet',
      description: 'Finished.',
      done: true,
      taskIds: [idOf(tasks, 'brand')],
      items: idsOf(images, 'shot'),
      doneBy: [5, 9],
    },
    25,
  );
  await insertJob(
    context,
    {
      type: 'similarity',
      name: 'Is it the same product?',
      description: 'Look through each group and take out what does not belong.',
      randomize: false,
      taskIds: [idOf(tasks, 'brand')],
      items: groups,
      doneBy: [2, 3],
    },
    9,
  );
}
