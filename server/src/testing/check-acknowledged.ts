import type { Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { bodyOf, type TestClient } from './client';
import { eventually } from './eventually';
import type { Fleet } from './fleet';
import { insist, type Acknowledged } from './traffic';

/** What was found of what the servers had said is done; empty lists are as it should be. */
export interface Losses {
  lost: string[];
  doneTwice: string[];
}

/** Waits for the long work to end, and compares what is there with what was acknowledged. */
export async function lossesOf(fleet: Fleet, client: TestClient, said: Acknowledged): Promise<Losses> {
  const lost: string[] = [];
  const doneTwice: string[] = [];
  for (const [table, ids] of [
    ['training_image', said.images],
    ['detection_object', said.objects],
    ['recognition_model', said.models],
    ['annotation_job', [...said.works.keys()]],
  ] as const) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(fleet.db);
    const there = new Set(rows.map((row) => row.id));
    lost.push(...ids.filter((id) => !there.has(id)).map((id) => `${table} ${id}`));
    const known = new Set<string>(ids);
    doneTwice.push(...rows.filter((row) => !known.has(row.id)).map((row) => `${table} ${row.id}`));
  }
  for (const id of said.images) {
    const image = bodyOf<{ img_path: string }>(await insist(() => client.get(`/recognition/v2/training-image/${id}`)));
    const { pathname } = new URL(image.img_path);
    const file = await insist(() => client.get(pathname.replace(/^\/api/, '')));
    if (file.status !== 200) lost.push(`file of ${id}`);
  }
  for (const [job, id] of said.works) {
    const workOf = async () => bodyOf<Work>(await insist(() => client.get(`/annotate/v2/work/${id}`)));
    await eventually(async () => !['queued', 'running'].includes((await workOf()).status));
    const work = await workOf();
    const { item_count } = bodyOf<{ item_count: number }>(await insist(() => client.get(`/annotate/v2/imagejob/${job}`)));
    if (work.status !== 'done' || work.done !== work.total || item_count !== work.total)
      lost.push(`work ${id}: ${work.status}, ${work.done} of ${work.total}, ${item_count} in the job, ${work.error}`);
  }
  await eventually(() => said.models.every((model) => fleet.sent().includes(model)));
  doneTwice.push(
    ...fleet
      .sent()
      .filter((model, index, all) => all.indexOf(model) !== index)
      .map((model) => `training of ${model}`),
  );
  return { lost, doneTwice };
}
