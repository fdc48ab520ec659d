import { sql } from 'kysely';
import type { ImageCounts } from '../../domain/quality/score/score-image';
import { createNamedRow, createTestJob, createTestObject, uploadImages } from '../api/fixtures';
import { createTestMember } from '../api/members';
import type { TestServer } from '../api/test-server';

const PERFECT_COUNTS: ImageCounts = {
  matched: 2,
  missing: 0,
  extra: 0,
  similarity: 1.8,
  sameLabel: 2,
  values: 0,
  valueError: 0,
  attributes: 0,
  sameAttributes: 0,
};

/**
 * Creates a workspace with a member of each role, and a job of a detection task. The job contains gold-standard items and then one ordinary
 * item.
 */
export async function createGoldJob(server: TestServer, imageCount: number, fields: Record<string, unknown> = {}) {
  const { client: owner, workspaceId: workspace } = await server.createTenant();
  const [manager, reviewer, annotator, otherAnnotator] = [
    await createTestMember(server, workspace, 'manager'),
    await createTestMember(server, workspace, 'reviewer'),
    await createTestMember(server, workspace, 'annotator'),
    await createTestMember(server, workspace, 'annotator'),
  ];
  const task = await createNamedRow(owner, '/detection/v2/task/', { name: 'Cups' });
  const label = await createNamedRow(owner, '/detection/v2/label/', { name: 'Cup' });
  await owner.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
  const images = (await uploadImages(owner, imageCount + 1)).map(({ id }) => id);
  for (const image of images) await createTestObject(owner, image, label.id, [10, 10, 30, 30]);
  // With two annotators for each item, the work of each one is stored.
  const job = await createTestJob(owner, 'image', { todo_number: 2, ...fields });
  await owner.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: images });
  const goldIds: string[] = [];
  for (const image of images.slice(0, imageCount)) {
    const { rows } = await sql<{ id: string }>`
      insert into gold_item (workspace_id, domain, task_id, image_id, labels, shapes, source)
      values (${workspace}, 'detection', ${task.id}, ${image}, '[]', ${JSON.stringify([
        { kind: 'object', label: label.id, data: [10, 10, 30, 30], labels: [] },
        { kind: 'object', label: label.id, data: [40, 10, 60, 30], labels: [] },
      ])}::jsonb, 'selection') returning id`.execute(server.db);
    await sql`update job_item set gold_id = ${rows[0]!.id} where job_id = ${job.id} and image_id = ${image}`.execute(server.db);
    goldIds.push(rows[0]!.id);
  }
  return {
    owner,
    workspace,
    manager,
    reviewer,
    annotator,
    otherAnnotator,
    task,
    label,
    images,
    goldIds,
    job,
    path: `/annotate/v2/imagejob/${job.id}`,
  };
}
export type GoldJob = Awaited<ReturnType<typeof createGoldJob>>;

interface StoredScore {
  user: string;
  counts?: Partial<ImageCounts>;
  daysAgo?: number;
  weight?: number;
  differences?: readonly object[];
}

/** Stores the score of a user on a gold item, as if it had been computed some days ago. */
export async function storeScore(server: TestServer, gold: GoldJob, index: number, score: StoredScore): Promise<void> {
  const { user, counts = {}, daysAgo = 1, weight = 1, differences = [] } = score;
  const allCounts = JSON.stringify({ ...PERFECT_COUNTS, ...counts });
  await sql`
    insert into gold_score (gold_id, user_id, job_id, item_id, workspace_id, revision, scored, weight, counts, label_counts, differences)
    select ${gold.goldIds[index]}, ${user}, i.job_id, i.id, i.workspace_id, 1, now() - make_interval(days => ${daysAgo}), ${weight},
      ${allCounts}::jsonb, jsonb_build_object(${gold.label.id}::text, ${allCounts}::jsonb), ${JSON.stringify(differences)}::jsonb
    from job_item i where i.job_id = ${gold.job.id} and i.image_id = ${gold.images[index]}`.execute(server.db);
}
