import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LearnerRequest } from '@console/learner/protocol';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { getResult, type LearnerClient } from '../learning/learner-client';
import { downloadFile } from '../learning/local-files';
import { membersOf, type Described } from './stored';
import type { Thing } from './things';
import { meanOf } from './numbers';

export interface Describing {
  db: Db;
  files: FileStore;
  /** A folder of this server on the local disk. */
  folder: string;
  ask: LearnerClient['ask'];
  version: number;
}

interface Seen {
  id: string;
  img_key: string;
  /** x1, y1, x2, y2; null: the whole picture. */
  box: number[] | null;
}

type Pictures = Extract<LearnerRequest, { describe: unknown }>['describe']['pictures'];

/**
 * What things look like: a picture as a whole, an object as what is in its box, a group as the mean of its members that are known. Things
 * that are gone are left out; a picture that cannot be read looks like nothing.
 */
export async function describeThings(using: Describing, things: readonly Thing[]): Promise<Described[]> {
  const groups = things.filter(({ kind }) => kind === 'group');
  const seen = await seenOf(using.db, things);
  const embeddings = await describeSeen(using, [...seen.values()]);
  const pictured = things.flatMap((thing) => {
    const embedding = embeddings.get(thing.id);
    return thing.kind !== 'group' && embedding !== undefined ? [{ ...thing, embedding }] : [];
  });
  const members = await membersOf(
    using.db,
    groups.map(({ id }) => id),
    using.version,
  );
  return [...pictured, ...groups.map((group) => ({ ...group, embedding: meanOf(members.get(group.id) ?? []) }))];
}

/** Where images and objects are to be seen, by their ids. */
async function seenOf(db: Db, things: readonly Thing[]): Promise<Map<string, Seen>> {
  const idsOf = (kind: Thing['kind']) => things.filter((thing) => thing.kind === kind).map(({ id }) => id);
  const { rows } = await sql<Seen>`
    select id, img_key, null::int[] as box from training_image where id = any(${idsOf('image')}::uuid[])
    union all
    select o.id, i.img_key, o.data from detection_object o join training_image i on i.id = o.image_id
    where o.id = any(${idsOf('object')}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Embeddings by id; null where the picture's file is gone. */
export async function describeSeen(
  { files, folder, ask }: Pick<Describing, 'files' | 'folder' | 'ask'>,
  seen: readonly Seen[],
): Promise<Map<string, Int8Array | null>> {
  const found = new Map<string, Int8Array | null>();
  if (seen.length === 0) return found;
  const place = join(folder, 'asked', randomUUID());
  try {
    const pictures: { ids: string[]; picture: Pictures[number] }[] = [];
    for (const key of new Set(seen.map(({ img_key }) => img_key))) {
      const file = join(place, key);
      const here = seen.filter(({ img_key }) => img_key === key);
      if (!(await downloadFile(files, key, file))) {
        for (const { id } of here) found.set(id, null);
        continue;
      }
      const whole = here.filter(({ box }) => box === null);
      if (whole.length > 0) pictures.push({ ids: whole.map(({ id }) => id), picture: { file } });
      const boxed = here.filter(({ box }) => box !== null);
      if (boxed.length > 0)
        pictures.push({ ids: boxed.map(({ id }) => id), picture: { file, boxes: boxed.map(({ box }) => box!) } });
    }
    if (pictures.length === 0) return found;
    const said = getResult(await ask({ embed: { images: pictures.map(({ picture }) => picture) } }), 'embeddings');
    for (const [at, { ids, picture }] of pictures.entries()) {
      const embeddings = said[at] ?? [];
      for (const [index, id] of ids.entries()) found.set(id, embeddings[picture.boxes ? index : 0] ?? null);
    }
    return found;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
