import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { ImageRecord } from '../../data-access/shape-kinds/image-record';
import type { GroupOrJobLine } from './formats/console';
import { selectItemJobs } from '../../data-access/shape-kinds/read-workspace';
import { readDeclared } from './read-declared';

/** Creates the lines of groups and jobs in the console format. Each group or job has one line, before the first image that refers to it. */
export class GroupAndJobLines {
  private readonly writtenIds = new Set<string>();

  constructor(private readonly workspaceId: string) {}

  /** Creates the lines that these images need and that were not written before. Parent groups precede their child groups. */
  async createLines(snapshot: Db, images: readonly ImageRecord[]): Promise<GroupOrJobLine[]> {
    const groups = this.filterUnwritten(
      images.flatMap((image) => [...image.groups.map(({ id }) => id), ...image.objects.flatMap((object) => object.groups)]),
    );
    const groupsWithParents = groups.length > 0 ? await listGroups(snapshot, groups) : [];
    const jobs = this.filterUnwritten([...images, ...groupsWithParents].flatMap((row) => (row.jobs ?? []).map(({ id }) => id)));
    const declaredFacts = await readDeclared(
      snapshot,
      this.workspaceId,
      groupsWithParents.map(({ id }) => id),
    );
    const toLine = ({ jobs: jobItems, ...group }: GroupRow) => ({
      group: {
        ...group,
        ...(jobItems && jobItems.length > 0 && { jobs: jobItems }),
        ...(declaredFacts.has(group.id) && { declared: declaredFacts.get(group.id) }),
      },
    });
    return [
      ...(jobs.length > 0 ? await listJobs(snapshot, jobs) : []).flatMap((job) => (this.markWritten(job.id) ? [{ job }] : [])),
      ...groupsWithParents.flatMap((group) => (this.markWritten(group.id) ? toLine(group) : [])),
    ];
  }

  private filterUnwritten = (ids: readonly string[]) => [...new Set(ids)].filter((id) => !this.writtenIds.has(id));

  /** Marks the line with this id as written. Returns false if it was written before. */
  private markWritten(id: string): boolean {
    if (this.writtenIds.has(id)) return false;
    this.writtenIds.add(id);
    return true;
  }
}

type GroupRow = Extract<GroupOrJobLine, { group: unknown }>['group'];
type JobRow = Extract<GroupOrJobLine, { job: unknown }>['job'];

/** Lists groups and all their parent groups, outermost first. */
async function listGroups(db: Db, ids: readonly string[]): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    with recursive above (id, height) as (
      select i.id, 0 from unnest(${ids}::uuid[]) as i(id)
      union select m.parent_id, a.height + 1 from above a join group_group m on m.child_id = a.id
    ), each as (select id, max(height) as height from above group by id)
    select g.id, g.name, g.description, y.name as type, g.test_group as test, g.meta_data,
      coalesce((
        select json_agg(json_build_object('email', u.email, 'created', v.created) order by v.created, u.email)
        from similarity_verification v join app_user u on u.id = v.user_id where v.group_id = g.id), '[]') as verified_by,
      array(select m.parent_id from group_group m where m.child_id = g.id order by m.parent_id) as groups,
      ${selectItemJobs(sql`t.group_id = g.id`)} as jobs
    from each e join similarity_group g on g.id = e.id left join similarity_type y on y.id = g.type_id
    order by e.height desc, lower(g.name), g.id`.execute(db);
  return rows;
}

async function listJobs(db: Db, ids: readonly string[]): Promise<JobRow[]> {
  const { rows } = await sql<JobRow & { type: string }>`
    select j.id, j.type, j.name, j.description, j.instructions, j.todo_number, j.randomize, j.auto_complete, j.done,
      j.blind, j.gold_feedback, j.gold_rate, j.extra_threshold, j.max_people,
      f.name as flow, j.mark_done_label_id as mark_done_label,
      coalesce((
        select json_agg((jsonb_build_object('name', k.name, 'type', k.type,
          'labels', array(select l.label_id from recognition_task_label l where l.task_id = k.id order by l.label_id),
          'negative', (select n.id from recognition_label n where n.negative_for_task = k.id))
          || case when q.target is null then '{}' else jsonb_build_object('target', q.target) end) order by lower(k.name), k.id)
        from job_recognition_task t join recognition_task k on k.id = t.task_id left join quality_target q on q.task_id = k.id
        where t.job_id = j.id), '[]') as tasks,
      array(
        select u.email from job_assignee a join app_user u on u.id = a.user_id where a.job_id = j.id order by u.email) as assignees
    from annotation_job j left join flow f on f.id = j.flow_id where j.id = any(${ids}::uuid[]) order by lower(j.name), j.id`.execute(
    db,
  );
  return rows.map(({ type, ...job }) => (type === 'similarity' ? { ...job, type } : job));
}
