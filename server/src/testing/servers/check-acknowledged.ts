import type { Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../api/client';
import { waitUntil } from '../wait/wait-until';
import type { Fleet } from './fleet';
import { repeatUntilAnswered, type Acknowledged } from './traffic';

/** Differences between acknowledged and actual writes. Both lists should be empty. */
interface WriteDifferences {
  lost: string[];
  doneTwice: string[];
}

/** Maximum time for hundreds of background jobs of one workspace, which run in order. */
const BACKLOG_MS = 600_000;

/** Waits for background work to finish, and compares the database and the files with the acknowledged writes. */
export async function findWriteDifferences(
  fleet: Fleet,
  client: TestClient,
  acknowledged: Acknowledged,
): Promise<WriteDifferences> {
  await waitUntil(async () => (await countUnfinished(fleet)) === 0, BACKLOG_MS);
  const lostWrites: string[] = [];
  const doneTwice: string[] = [];
  for (const [table, ids] of [
    ['training_image', acknowledged.images],
    ['detection_object', acknowledged.objects],
    ['recognition_model', acknowledged.models],
    ['annotation_job', [...acknowledged.works.keys()]],
  ] as const) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(fleet.db);
    const existingIds = new Set(rows.map((row) => row.id));
    lostWrites.push(...ids.filter((id) => !existingIds.has(id)).map((id) => `${table} ${id}`));
    const knownIds = new Set<string>(ids);
    doneTwice.push(...rows.filter((row) => !knownIds.has(row.id)).map((row) => `${table} ${row.id}`));
  }
  for (const id of acknowledged.images) {
    const image = expectBody<{ img_path: string }>(
      await repeatUntilAnswered(() => client.get(`/recognition/v2/training-image/${id}`)),
    );
    const { pathname } = new URL(image.img_path);
    const file = await repeatUntilAnswered(() => client.get(pathname.replace(/^\/api/, '')));
    if (file.status !== 200) lostWrites.push(`file of ${id}`);
  }
  for (const [job, id] of acknowledged.works) {
    const work = expectBody<Work>(await repeatUntilAnswered(() => client.get(`/annotate/v2/work/${id}`)));
    const { item_count } = expectBody<{ item_count: number }>(
      await repeatUntilAnswered(() => client.get(`/annotate/v2/imagejob/${job}`)),
    );
    if (work.status !== 'done' || work.done !== work.total || item_count !== work.total)
      lostWrites.push(`work ${id}: ${work.status}, ${work.done} of ${work.total}, ${item_count} in the job, ${work.error}`);
  }
  await waitUntil(() => acknowledged.models.every((model) => fleet.listSentModels().includes(model)));
  doneTwice.push(
    ...fleet
      .listSentModels()
      .filter((model, index, all) => all.indexOf(model) !== index)
      .map((model) => `training of ${model}`),
  );
  return { lost: lostWrites, doneTwice };
}

async function countUnfinished({ db }: Fleet): Promise<number> {
  const rows = await db.selectFrom('long_work').select('id').where('state', 'in', ['queued', 'running']).execute();
  return rows.length;
}
