import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { allocateSeqs } from '@console/server/data-access/facets';
import type { Archive, ImageLine } from '../data/archive';
import type { WorkspaceData } from '../data/workspace-data';
import { addMinutes, getId, insertInChunks, type Context, type IdsByName } from './context';
import { storeImages } from './store-images';

/** An image of the archive after its row has been inserted. */
export interface RestoredImage extends Pick<ImageLine, 'objects' | 'polygons' | 'points' | 'jobs'> {
  id: string;
  fileName: string;
  created: Date;
}

/** Maps ids in the archive to ids in the workspace. */
export interface ArchivedIds {
  labels: IdsByName;
  groups: IdsByName;
}

/** Minutes between the upload of an image and the assignment of its labels. */
const MINUTES_UNTIL_LABELS = 12;

/** Inserts the images of the archive in order, with their dates, verifications, labels and groups. Shapes follow separately. */
export async function insertImages(
  context: Context,
  archive: Archive,
  masks: WorkspaceData['masks'],
  ids: ArchivedIds,
): Promise<RestoredImage[]> {
  const { db, files, folder, users, members, workspaceId: workspace_id } = context;
  const paths = archive.images.map(({ id, file }) => file ?? throwMissingFile(id));
  const storedImages = await storeImages(context, paths);
  const { first: firstSeq } = await allocateSeqs(db, workspace_id, 'image', paths.length);
  const images = archive.images.map((line, index) => ({
    ...line,
    id: randomUUID() as string,
    fileName: basename(paths[index] ?? ''),
    created: archive.toDate(line.created),
    verified_by: line.verified_by.map(({ email, created }) => ({ user: getId(users, email), created: archive.toDate(created) })),
  }));
  const imageRows = [];
  for (const [index, { id, fileName, created: createdDate, real, test, name, meta_data }] of images.entries()) {
    const mask = masks[fileName];
    const mask_key = mask === undefined ? null : await files.put(await readFile(join(folder, mask)), 'image/png');
    imageRows.push({
      id,
      workspace_id,
      seq: firstSeq + index,
      created: createdDate,
      created_by: members[0],
      real,
      test_image: test,
      mask_key,
      ...storedImages[index]!,
      name: name ?? null,
      meta_data: JSON.stringify(meta_data),
    });
  }
  await insertInChunks(imageRows, (chunk) => db.insertInto('training_image').values(chunk).execute());
  const verificationRows = images.flatMap(({ id: image_id, verified_by }) =>
    verified_by.map(({ user: user_id, created }) => ({ workspace_id, image_id, user_id, created })),
  );
  await insertInChunks(verificationRows, (chunk) => db.insertInto('image_verification').values(chunk).execute());
  const labelRows = images.flatMap(({ id: image_id, created, labels: assignedLabels }) =>
    assignedLabels.map(({ id, value }) => ({
      image_id,
      label_id: getId(ids.labels, id),
      workspace_id,
      value,
      created: addMinutes(context, created, MINUTES_UNTIL_LABELS),
    })),
  );
  await insertInChunks(labelRows, (chunk) => db.insertInto('image_label').values(chunk).execute());
  const groupMembershipRows = images.flatMap(({ id: image_id, groups }) =>
    groups.map(({ id }) => ({ image_id, group_id: getId(ids.groups, id), workspace_id })),
  );
  await insertInChunks(groupMembershipRows, (chunk) => db.insertInto('group_image').values(chunk).execute());
  return images;
}

function throwMissingFile(imageId: string): never {
  throw new Error(`The archive of the demo does not contain the file of image ${imageId}`);
}
