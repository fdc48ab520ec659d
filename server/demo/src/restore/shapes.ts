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
const MINUTES_UNTIL_OBJECTS = 20;
const MINUTES_UNTIL_POLYGONS = 60;
const MINUTES_UNTIL_POINTS = 70;
const MINUTES_UNTIL_OBJECT_LABELS = 90;
const SHAPES_PER_MINUTE = 8;

/** Inserts the shapes of all images, and the labels and groups of objects. */
export async function insertShapes(context: Context, images: readonly RestoredImage[], archivedIds: ArchivedIds): Promise<void> {
  const { db, workspaceId, members } = context;
  const scope = createWriteScope(workspaceId);
  await insertObjects(context, images, archivedIds);
  const getCreationTime = ({ created }: RestoredImage, minutes: number, index: number) =>
    addMinutes(context, created, minutes + index / SHAPES_PER_MINUTE);
  const polygons = images.flatMap((image) =>
    image.polygons.map(({ label, data, meta_data }, index) => ({
      image: image.id,
      segmentation_label: getId(archivedIds.labels, label),
      data,
      meta_data,
      createdBy: members[0],
      created: getCreationTime(image, MINUTES_UNTIL_POLYGONS, index),
    })),
  );
  await createShapes(db, scope, polygonKind, polygons);
  const points = images.flatMap((image) =>
    image.points.map(({ name, data }, index) => ({
      image: image.id,
      name,
      data,
      created: getCreationTime(image, MINUTES_UNTIL_POINTS, index),
    })),
  );
  await createShapes(db, scope, pointKind, points);
}

async function insertObjects(context: Context, images: readonly RestoredImage[], archivedIds: ArchivedIds): Promise<void> {
  const { db, now, workspaceId: workspace_id, members } = context;
  const archivedObjects = images.flatMap((image) => image.objects.map((object) => ({ image, object })));
  // Objects must be ordered by creation across all images, even if two images were uploaded within seconds.
  let lastCreationTime = 0;
  const objects = archivedObjects.map(({ image, object: { label, data, meta_data } }, index) => {
    lastCreationTime = Math.max(
      lastCreationTime + 1,
      addMinutes(context, image.created, MINUTES_UNTIL_OBJECTS + index / SHAPES_PER_MINUTE).getTime(),
    );
    return {
      image: image.id,
      detection_label: getId(archivedIds.labels, label),
      data,
      meta_data,
      created: new Date(Math.min(lastCreationTime, now.getTime())),
      createdBy: members[index % members.length],
    };
  });
  const objectIds = await createShapes(db, createWriteScope(workspace_id), objectKind, objects);
  const createdObjects = archivedObjects.map(({ image, object }, index) => ({ image, object, object_id: objectIds[index]! }));
  const labelRows = createdObjects.flatMap(({ image, object, object_id }) =>
    object.labels.map(({ id, value }) => ({
      object_id,
      label_id: getId(archivedIds.labels, id),
      workspace_id,
      value,
      created: addMinutes(context, image.created, MINUTES_UNTIL_OBJECT_LABELS),
    })),
  );
  await insertInChunks(labelRows, (chunk) => db.insertInto('object_label').values(chunk).execute());
  const groupMembershipRows = createdObjects.flatMap(({ object: { groups = [] }, object_id }) =>
    groups.map((group) => ({ object_id, group_id: getId(archivedIds.groups, group), workspace_id })),
  );
  await insertInChunks(groupMembershipRows, (chunk) => db.insertInto('group_object').values(chunk).execute());
}
