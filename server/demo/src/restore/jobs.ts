import { randomUUID } from 'node:crypto';
import type { Archive } from '../data/archive';
import type { WorkspaceData } from '../data/workspace-data';
import { getDateBefore, getId, insertInChunks, mapIdsByName, type Context, type IdsByName } from './context';
import type { RestoredImage } from './images';
import type { LabelIds } from './labels';
import { insertRemarks } from './remarks';

type Job = WorkspaceData['jobs'][number];

interface JobTargets {
  archive: Archive;
  images: readonly RestoredImage[];
  groups: IdsByName;
  flows: IdsByName;
  recognition: LabelIds;
}

/** An item of a job, with the users who have completed it. */
interface JobItem {
  image_id?: string;
  group_id?: string;
  by: { email: string; done: Date; seconds?: number | null }[];
}

/**
 * Inserts jobs with the work of their users and the remarks of reviewers. The archive contains the assignees, the images, and
 * who completed them.
 */
export async function insertJobs(context: Context, jobs: readonly Job[], targets: JobTargets): Promise<void> {
  const { db, users, members, workspaceId: workspace_id } = context;
  for (const job of jobs) {
    const { days_ago, tasks, groups: _, flow, mark_done_label, remarks, ...columns } = job;
    const createdDate = getDateBefore(context, days_ago);
    const { id: job_id } = await db
      .insertInto('annotation_job')
      .values({
        ...columns,
        workspace_id,
        created: createdDate,
        created_by: members[0],
        flow_id: flow === undefined ? null : getId(targets.flows, flow),
        mark_done_label_id: mark_done_label === undefined ? null : getId(targets.recognition.labels, mark_done_label),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const taskRows = tasks.map((task) => ({
      job_id,
      task_id: getId(targets.recognition.tasks, task),
      workspace_id,
      created: createdDate,
    }));
    await insertInChunks(taskRows, (chunk) => db.insertInto('job_recognition_task').values(chunk).execute());
    const assigneeRows = (targets.archive.jobs.find(({ name }) => name === job.name)?.assignees ?? []).map((email) => ({
      job_id,
      user_id: getId(users, email),
      workspace_id,
      created: createdDate,
    }));
    await insertInChunks(assigneeRows, (chunk) => db.insertInto('job_assignee').values(chunk).execute());
    const jobItems = listItems(context, job, targets).map((item) => ({ ...item, id: randomUUID() as string }));
    const itemRows = jobItems.map(({ by: completions, ...item }) => ({
      ...item,
      job_id,
      workspace_id,
      created: createdDate,
      done_count: completions.length,
    }));
    await insertInChunks(itemRows, (chunk) => db.insertInto('job_item').values(chunk).execute());
    const itemWorkRows = jobItems.flatMap(({ id: item_id, by: completions }) =>
      completions.map(({ email, done: done_at, seconds = null }) => ({
        item_id,
        job_id,
        workspace_id,
        user_id: getId(users, email),
        leased_until: null,
        done_at,
        seconds,
      })),
    );
    await insertInChunks(itemWorkRows, (chunk) => db.insertInto('item_work').values(chunk).execute());
    await insertRemarks(context, { id: job_id, name: job.name }, remarks, {
      images: mapIdsByName(targets.images.map(({ id, fileName: name }) => ({ id, name }))),
      items: new Map(jobItems.flatMap(({ id, image_id }) => (image_id === undefined ? [] : [[image_id, id] as const]))),
    });
  }
}

function listItems(context: Context, { type, name, groups }: Job, targets: JobTargets): JobItem[] {
  if (type === 'similarity')
    return groups.map((group) => ({
      group_id: getId(targets.groups, group.name),
      by: group.by.map(({ email, days_ago }) => ({ email, done: getDateBefore(context, days_ago) })),
    }));
  return targets.images.flatMap(({ id, jobs }) =>
    jobs
      .filter((job) => job.name === name)
      .map(({ by: completions = [] }) => ({
        image_id: id,
        by: completions.map(({ email, done, seconds }) => ({ email, done: targets.archive.toDate(done), seconds })),
      })),
  );
}
