import { createWriteScope } from '@console/server/platform/access/scope';
import { objectKind } from '@console/server/data-access/shape-kinds/object';
import { pointKind } from '@console/server/data-access/shape-kinds/point';
import { polygonKind } from '@console/server/data-access/shape-kinds/polygon';
import { createShapes } from '@console/server/data-access/shapes/write';
import { addMinutes, getId, insertInChunks, type Context } from './context';
import type { ArchivedIds, RestoredImage } from './images';

/**
 * An archive contains no dates of shapes. The first shape is dated this many minutes after the upload of its image, and the others follow.
 */
const OBJECTS_MINUTES = 20;
const POLYGONS_MINUTES = 60;
const POINTS_MINUTES = 70;
const OBJECT_LABELS_MINUTES = 90;
const SHAPES_PER_MINUTE = 8;

/** Inserts the shapes of all images, and the labels and groups of objects. */
export async function insertShapes(context: Context, images: readonly RestoredImage[], ids: ArchivedIds): Promise<void> {
  const { db, workspaceId, members } = context;
  const scope = createWriteScope(workspaceId);
  await insertObjects(context, images, ids);
  const getCreationTime = ({ created }: RestoredImage, minutes: number, index: number) =>
    addMinutes(context, created, minutes + index / SHAPES_PER_MINUTE);
  const polygons = images.flatMap((image) =>
    image.polygons.map(({ label, data, meta_data }, index) => ({
      image: image.id,
      segmentation_label: getId(ids.labels, label),
      data,
      meta_data,
      createdBy: members[0],
      created: getCreationTime(image, POLYGONS_MINUTES, index),
    })),
  );
  await createShapes(db, scope, polygonKind, polygons);
  const points = images.flatMap((image) =>
    image.points.map(({ name, data }, index) => ({
      image: image.id,
      name,
      data,
      created: getCreationTime(image, POINTS_MINUTES, index),
    })),
  );
  await createShapes(db, scope, pointKind, points);
}

async function insertObjects(context: Context, images: readonly RestoredImage[], ids: ArchivedIds): Promise<void> {
  const { db, now, workspaceId: workspace_id, members } = context;
  const drafts = images.flatMap((image) => image.objects.map((object) => ({ image, object })));
  // Objects must be ordered by creation across all images, even if two images were uploaded within seconds.
  let last = 0;
  const objects = drafts.map(({ image, object: { label, data, meta_data } }, index) => {
    last = Math.max(last + 1, addMinutes(context, image.created, OBJECTS_MINUTES + index / SHAPES_PER_MINUTE).getTime());
    return {
      image: image.id,
      detection_label: getId(ids.labels, label),
      data,
      meta_data,
      created: new Date(Math.min(last, now.getTime())),
      createdBy: members[index % members.length],
    };
  });
  const objectIds = await createShapes(db, createWriteScope(workspace_id), objectKind, objects);
  const createdObjects = drafts.map(({ image, object }, index) => ({ image, object, object_id: objectIds[index]! }));
  const labels = createdObjects.flatMap(({ image, object, object_id }) =>
    object.labels.map(({ id, value }) => ({
      object_id,
      label_id: getId(ids.labels, id),
      workspace_id,
      value,
      created: addMinutes(context, image.created, OBJECT_LABELS_MINUTES),
    })),
  );
  await insertInChunks(labels, (chunk) => db.insertInto('object_label').values(chunk).execute());
  const memberships = createdObjects.flatMap(({ object: { groups = [] }, object_id }) =>
    groups.map((group) => ({ object_id, group_id: getId(ids.groups, group), workspace_id })),
  );
  await insertInChunks(memberships, (chunk) => db.insertInto('group_object').values(chunk).execute());
}
