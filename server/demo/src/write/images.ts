import { randomUUID } from 'node:crypto';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { allocateSeqs } from '@console/server/data-access/facets';
import type { StoredImage } from '@console/server/platform/images/upload';
import type { MadePicture } from '../pictures/make';
import { daysAgo, inChunks, type Context } from './context';

/** A picture that has its row. */
export interface DemoImage {
  id: string;
  picture: MadePicture;
  stored: StoredImage;
  created: Date;
}

const FIRST_UPLOAD_DAYS = 40;
const LAST_UPLOAD_DAYS = 1.4;

/** Inserts pictures in order; `uploads` says how many came with each upload, over the weeks up to now. */
export async function insertImages(
  context: Context,
  pictures: readonly MadePicture[],
  uploads: readonly number[] = [pictures.length],
): Promise<DemoImage[]> {
  const { first } = await allocateSeqs(context.db, context.workspaceId, 'image', pictures.length);
  const moments = uploadMoments(context, uploads);
  const images = await Promise.all(
    pictures.map(async (picture, index) => ({
      id: randomUUID(),
      picture,
      stored: await picture.take(),
      created: moments[index] ?? context.now,
    })),
  );
  await inChunks(images, (chunk) =>
    context.db
      .insertInto('training_image')
      .values(
        chunk.map((image) => ({
          ...rowOf(context, image),
          seq: first + images.indexOf(image),
        })),
      )
      .execute(),
  );
  return images;
}

function uploadMoments(context: Context, uploads: readonly number[]): Date[] {
  const pause = (FIRST_UPLOAD_DAYS - LAST_UPLOAD_DAYS) / Math.max(1, uploads.length - 1);
  return uploads.flatMap((count, upload) =>
    Array.from({ length: count }, (_, index) => daysAgo(context, FIRST_UPLOAD_DAYS - upload * pause, index / 12)),
  );
}

function rowOf(context: Context, { id, picture, stored, created }: DemoImage) {
  const { plan, maskKey } = picture;
  return {
    id,
    workspace_id: context.workspaceId,
    ...stored,
    mask_key: maskKey,
    created,
    created_by: context.people[0],
    real: plan.real,
    test_image: plan.test,
    meta_data: JSON.stringify({ [FILE_NAME_KEY]: fileNameOf(picture), ...metaDataOf(picture) }),
  };
}

const ENDINGS = { jpeg: 'jpg', 'turned-jpeg': 'jpg', png: 'png', webp: 'webp' } as const;

const fileNameOf = ({ plan }: MadePicture) => `${plan.key}.${ENDINGS[plan.format]}`;

function metaDataOf({ plan, fillLevel }: MadePicture): Record<string, unknown> {
  const number = [...plan.key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  switch (plan.scene) {
    case 'shelf':
      return {
        store: 'Hamnvägen 12',
        aisle: 1 + (number % 7),
        camera: `shelf-cam-0${1 + (number % 4)}`,
        facings_filled_percent: fillLevel ?? null,
      };
    case 'smear':
      return { slide: `S-${1_000 + number}`, stain: 'May–Grünwald–Giemsa', magnification: '100×' };
    case 'packshot':
      return { studio: 'B', light: { key: '5600 K', fill: 0.4 } };
    case 'fruit':
      return {};
  }
}

/** Marks the verified pictures as such, each in the name of somebody, and some in the names of two. */
export async function insertVerifications(context: Context, images: readonly DemoImage[]): Promise<void> {
  const { people, workspaceId: workspace_id } = context;
  const rows = images
    .filter((image) => image.picture.plan.progress === 'verified')
    .flatMap((image, index) => {
      const readers = people.length > 1 && index % 5 === 0 ? people.slice(0, 2) : [people[index % people.length] ?? people[0]];
      return readers.map((user_id, reader) => ({
        workspace_id,
        image_id: image.id,
        user_id,
        created: later(context, image.created, 150 + reader * 40 + index),
      }));
    });
  await inChunks(rows, (chunk) => context.db.insertInto('image_verification').values(chunk).execute());
}

/** Some minutes after a moment, but not in the future. */
export function later({ now }: Context, moment: Date, minutes: number): Date {
  return new Date(Math.min(now.getTime(), moment.getTime() + minutes * 60_000));
}
