import { notifySentBack } from '@console/server/domain/annotation/jobs/review/remarks';
import type { WorkspaceData } from '../data/workspace-data';
import { getDateBefore, getId, type Context, type IdsByName } from './context';

type Remark = WorkspaceData['jobs'][number]['remarks'][number];

interface RemarkTargets {
  /** Ids of images by file name. */
  images: IdsByName;
  /** Ids of the job's items by the ids of their images. */
  items: IdsByName;
}

/**
 * Inserts the remarks of reviewers of an image job. An item with an unanswered remark is reserved for its author, who gets a
 * notice.
 */
export async function insertRemarks(
  context: Context,
  job: { id: string; name: string },
  remarks: readonly Remark[],
  { images, items }: RemarkTargets,
): Promise<void> {
  const { db, users, workspaceId: workspace_id } = context;
  for (const { image: fileName, author, reviewer, text, data = null, days_ago, answered_days_ago } of remarks) {
    const image_id = getId(images, fileName);
    const [item_id, author_id, reviewer_id] = [getId(items, image_id), getId(users, author), getId(users, reviewer)];
    const answeredDate = answered_days_ago === undefined ? null : getDateBefore(context, answered_days_ago);
    const { id } = await db
      .insertInto('job_remark')
      .values({
        workspace_id,
        job_id: job.id,
        item_id,
        author_id,
        reviewer_id,
        text,
        data,
        answered: answeredDate,
        state: answeredDate ? 'answered' : 'open',
        created: getDateBefore(context, days_ago),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (answeredDate) continue;
    await db
      .insertInto('item_work')
      .values({ item_id, job_id: job.id, workspace_id, user_id: author_id, leased_until: null, done_at: null, seconds: null })
      .execute();
    await notifySentBack(db, { ...job, type: 'image', workspace_id }, { id, text, author_id, image_id }, reviewer_id);
  }
}
