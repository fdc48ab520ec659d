import { createEvaluation } from '@console/server/domain/evaluation/create-evaluation';
import type { MadePicture } from '../pictures/make';
import { insertCatalogue } from '../write/catalogue';
import { daysAgo, idOf, type Context } from '../write/context';
import { insertImages, insertVerifications } from '../write/images';
import { insertFlow, insertJob } from '../write/jobs';
import { insertRecognition, labelImages, labelObjects } from '../write/recognition';
import { insertNegativeImages, insertShapeLabels } from '../write/shape-labels';
import { insertObjects, insertPoints, insertPolygons } from '../write/shapes';
import { insertSimilarity } from '../write/similarity';
import { shapeKinds } from '../content/shape-labels';

/** Fills the workspace of a second customer with a little of everything, none of which the first may ever see. */
export async function fillOtherCompany(context: Context, pictures: readonly MadePicture[]): Promise<void> {
  const { db, workspaceId } = context;
  const images = await insertImages(context, pictures, [3, 2]);
  await insertVerifications(context, images);
  await insertPoints(context, images);
  const recognition = await insertRecognition(
    context,
    [
      { key: 'own', name: 'Own brand', type: 'category' },
      { key: 'rival', name: 'Rival brand', type: 'category' },
      { key: 'share', name: 'Share of shelf (%)', type: 'value', range: [0, 100, 1] },
    ],
    [
      { key: 'brand', name: 'Own or rival', type: 'multi_class', description: '', labels: ['own', 'rival'] },
      { key: 'share', name: 'Share of shelf', type: 'regression', description: '', labels: ['share'] },
    ],
  );
  await labelImages(
    context,
    recognition,
    images.slice(0, 3).flatMap(({ id, created }, index) => [
      { target: id, label: index === 1 ? 'rival' : 'own', created },
      { target: id, label: 'share', value: 20 + index * 15, created },
    ]),
  );
  const detection = await insertShapeLabels(
    context,
    'detection',
    [
      { key: 'carton', name: 'Box', color: '#d7263d' },
      { key: 'can', name: 'Tin', color: '#1b998b' },
      { key: 'bottle', name: 'Bottle', color: '#2e294e' },
    ],
    [{ key: 'goods', name: 'Goods', description: '', labels: ['carton', 'can', 'bottle'], inputSize: 512 }],
  );
  const objects = await insertObjects(context, images, detection.labels);
  await insertNegativeImages(
    context,
    detection,
    'goods',
    images.slice(-1).map((image) => image.id),
  );
  await labelObjects(
    context,
    recognition,
    objects
      .slice(0, 6)
      .map(({ id, image }, index) => ({ target: id, label: index % 2 === 0 ? 'own' : 'rival', created: image.created })),
  );
  const segmentation = await insertShapeLabels(
    context,
    'segmentation',
    [
      { key: 'plate', name: 'Dish', color: '#00a6fb' },
      { key: 'nucleus', name: 'Nucleus', color: '#7b2cbf' },
    ],
    [{ key: 'dishes', name: 'Dishes', description: '', labels: ['plate', 'nucleus'] }],
  );
  await insertPolygons(context, images, shapeKinds(segmentation.labels));
  const groups = await insertSimilarity(context, {
    types: [{ key: 'look', name: 'Looks alike' }],
    tasks: [{ name: 'Lookalikes', description: '', types: ['look'] }],
    groups: [
      {
        key: 'first',
        name: 'Tins of the first shelf',
        type: 'look',
        verified: 1,
        objects: objects.slice(0, 4).map(({ id }) => id),
        images: images.slice(0, 1).map(({ id }) => id),
      },
      {
        key: 'second',
        name: 'Shelves',
        type: 'look',
        test: true,
        images: images.slice(0, 2).map(({ id }) => id),
        groups: ['first'],
      },
    ],
  });
  const flowId = await insertFlow(context, 'Brand check', {
    root: ['brand'],
    actions: [{ id: 'brand', type: 'recognition', task: idOf(recognition.tasks, 'brand') }],
  });
  await insertJob(
    context,
    {
      type: 'image',
      name: 'Count the tins',
      description: '',
      flowId,
      taskIds: [idOf(recognition.tasks, 'brand')],
      items: images.map(({ id }) => id),
      doneBy: [1],
    },
    5,
  );
  await insertJob(
    context,
    { type: 'similarity', name: 'Compare the shelves', description: '', items: [idOf(groups, 'first'), idOf(groups, 'second')] },
    5,
  );
  const photos = await Promise.all(
    pictures.slice(0, 1).map(async (picture) => ({ name: 'shelf', stored: await picture.take(), synced: false })),
  );
  await insertCatalogue(context, {
    collections: [{ key: 'all', name: 'Assortment', type: 'grocery' }],
    sets: [{ key: 'year', name: 'Assortment of the year', year: 2026, collection: 'all' }],
    products: ['Rye crisps 150 g', 'Elderflower 50 cl', 'Mackerel in oil 125 g'].map((name, index) => ({
      name,
      customerId: `OC-${index + 1}`,
      collection: 'all',
      set: 'year',
      verified: index === 0,
      prices: [{ source: 'Own shops', price: (2.4 + index).toFixed(2), currency: 'NOK', daysAgo: 3 }],
      images: index === 0 ? photos : [],
    })),
  });
  await insertOtherEvaluation(
    context,
    images.map(({ id }) => id),
    recognition.tasks,
    recognition.labels,
  );
  await db
    .updateTable('workspace')
    .set({ meta_data: JSON.stringify({ flow: flowId }) })
    .where('id', '=', workspaceId)
    .execute();
}

async function insertOtherEvaluation(
  context: Context,
  imageIds: readonly string[],
  tasks: ReadonlyMap<string, string>,
  labels: ReadonlyMap<string, string>,
): Promise<void> {
  const { db, workspaceId: workspace_id, people } = context;
  await db
    .insertInto('prediction')
    .values(
      imageIds.slice(0, 3).map((image_id) => ({
        workspace_id,
        image_id,
        task_id: idOf(tasks, 'brand'),
        labels: JSON.stringify([{ id: idOf(labels, 'own'), prob: 0.8 }]),
      })),
    )
    .execute();
  await createEvaluation(db, workspace_id, people[0], daysAgo(context, 2));
}
