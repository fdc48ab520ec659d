import type { Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { bodyOf, type TestClient } from './client';
import { eventually } from './eventually';
import type { Fleet } from './fleet';
import { insist, type Acknowledged } from './traffic';

/** Differences between acknowledged and actual writes. Both lists should be empty. */
export interface Losses {
  lost: string[];
  doneTwice: string[];
}

/** Time for hundreds of works of one workspace, which run in order. */
const BACKLOG_MS = 600_000;

/** Waits for long work to finish, and compares the database and the files with the acknowledged writes. */
export async function lossesOf(fleet: Fleet, client: TestClient, said: Acknowledged): Promise<Losses> {
  await eventually(async () => (await unfinished(fleet)) === 0, BACKLOG_MS);
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
    const work = bodyOf<Work>(await insist(() => client.get(`/annotate/v2/work/${id}`)));
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

async function unfinished({ db }: Fleet): Promise<number> {
  const rows = await db.selectFrom('long_work').select('id').where('state', 'in', ['queued', 'running']).execute();
  return rows.length;
}
