import type { RuleDomain, RuleLabel, RuleTask } from '@console/shared-contract/quality-rules';
import { sql, type RawBuilder } from 'kysely';
import { listDomainKinds } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';

type ShapeDomain = Exclude<RuleDomain, 'recognition'>;

interface TaskSelection {
  /** Only the task with this id. */
  task?: string;
  /** Only tasks with a rule that prevents verification. Median sizes are only loaded if the rule about sizes can prevent verification. */
  onlyErrors?: boolean;
}

const RECOGNITION_TASKS = sql`coalesce((
  select json_agg(json_build_object('name', r.name, 'labels', coalesce((
    select json_agg(a.id) from recognition_label a
    where a.negative_for_task = r.id
      or exists (select from recognition_task_label m where m.task_id = r.id and m.label_id = a.id)), '[]')) order by lower(r.name), r.id)
  from detection_label_recognition_task d join recognition_task r on r.id = d.task_id where d.label_id = l.id), '[]')`;

/** Loads the tasks of a workspace that have rules, with their labels. Sizes are only computed for tasks that check them. */
export async function loadRuleTasks(
  db: Db,
  workspaceId: string,
  { task: taskId, onlyErrors = false }: TaskSelection = {},
): Promise<RuleTask[]> {
  const isSelected = sql`t.workspace_id = ${workspaceId} and (${taskId ?? null}::uuid is null or t.id = ${taskId ?? null}::uuid)
      and jsonb_path_exists(t.rules, ${onlyErrors ? sql`'$.levels.* ? (@ == "error")'` : sql`'$.levels.*'`})`;
  const selectTasks = (domain: ShapeDomain, required: RawBuilder<unknown>) => sql`
    select t.id, t.name, ${sql.lit(domain)} as domain, null::boolean as single_label, t.rules, coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'attributes', l.attributes, 'required', ${required}, 'sizes', null))
      from ${sql.table(`${domain}_task_label`)} m join ${sql.table(`${domain}_label`)} l on l.id = m.label_id where m.task_id = t.id), '[]') as labels
    from ${sql.table(`${domain}_task`)} t
    where ${isSelected}`;
  const { rows } = await sql<RuleTask>`
    ${selectTasks('detection', RECOGNITION_TASKS)} union all ${selectTasks('segmentation', sql`'[]'::json`)}
    union all select t.id, t.name, 'recognition', t.type = 'multi_class', t.rules, coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'attributes', json_build_array(), 'required', json_build_array(),
        'sizes', null, 'min_value', l.min_value, 'max_value', l.max_value))
      from recognition_label l where l.negative_for_task = t.id
        or exists (select from recognition_task_label m where m.task_id = t.id and m.label_id = l.id)), '[]')
    from recognition_task t where ${isSelected} order by 2, 1`.execute(db);
  // Tasks are processed one after the other, because a transaction has one connection.
  for (const row of rows) {
    const level = row.rules.levels?.unusual_size;
    if (row.domain !== 'recognition' && (level === 'error' || (level && !onlyErrors)))
      row.labels = await addSizes(db, row.domain, row.labels);
  }
  return rows;
}

/** Maximum number of shapes of a label from which the median is computed. More shapes would slow down each verification. */
const MAX_SAMPLED_SHAPES = 5000;

/** Adds the median size of the shapes of each label; see `MAX_SIZE_SCORE`. */
async function addSizes(db: Db, domain: ShapeDomain, labels: readonly RuleLabel[]): Promise<RuleLabel[]> {
  const selectAreas = listDomainKinds(domain).map(({ table, label, boxColumn }) => {
    const box = sql.ref(`s.${boxColumn}`);
    return sql`(
      select ((${box}[3] - ${box}[1])::float8 * (${box}[4] - ${box}[2])) / (i.img_width::float8 * i.img_height) as area
      from ${sql.table(table)} s join training_image i on i.id = s.image_id
      where ${sql.ref(`s.${label.column}`)} = l.id limit ${MAX_SAMPLED_SHAPES})`;
  });
  const { rows } = await sql<{ id: string; n: number; median: number; mad: number }>`
    with size as materialized (
      select l.id, ln(s.area) as x from unnest(${labels.map(({ id }) => id)}::uuid[]) l(id),
        lateral (${sql.join(selectAreas, sql` union all `)}) s where s.area > 0),
    middle as (select id, percentile_cont(0.5) within group (order by x) as median from size group by id)
    select s.id, count(*)::int as n, m.median, percentile_cont(0.5) within group (order by abs(s.x - m.median)) as mad
    from size s join middle m on m.id = s.id group by s.id, m.median`.execute(db);
  const sizes = new Map(rows.map(({ id, n, median, mad }) => [id, { n, median, mad }]));
  return labels.map((label) => ({ ...label, sizes: sizes.get(label.id) ?? null }));
}
