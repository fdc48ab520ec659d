import { LabelKey, type ImportChoices, type ImportClass, type ImportDomain } from '@console/shared-contract/api';
import { findUnusedColor } from '@console/shared-contract/label-palette';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { createTask } from '../../../domain/recognition/tasks/write';
import { toJsonb } from '../../../data-access/rows/partial-update';
import type { DraftClass } from '../parse/declared-classes';
import type { CreatedEntities } from '../state/created-entities';

const DOMAINS = ['recognition', 'detection', 'segmentation'] as const;

interface LabelsInput {
  workspaceId: string;
  planned: readonly ImportClass[];
  drafts: readonly DraftClass[];
  choices: ImportChoices;
}

/** Finds or creates the label of each class of the plan, and adds labels without a task to the selected task. */
export async function createLabels(
  trx: Db,
  { workspaceId, planned: plannedClasses, drafts, choices }: LabelsInput,
): Promise<CreatedEntities> {
  const createdLabels: CreatedEntities & Required<Pick<CreatedEntities, 'labels'>> = { labels: {}, created: [] };
  const choicesByKey = new Map(choices.classes.map(({ key, label }) => [key, label]));
  const draftsByKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const existingLabels = await lockLabels(trx, workspaceId, [
    ...plannedClasses.map(({ label }) => label),
    ...choicesByKey.values(),
  ]);
  const findFreeKey = await createKeyFinder(trx, workspaceId, draftsByKey);
  const pickColor = await createColorPicker(trx, workspaceId);
  // A new label without a key gets the first free digit, so labels whose key the files declare are created first.
  for (const plannedClass of plannedClasses.toSorted(
    (a, b) => Number(findFreeKey(b) !== null) - Number(findFreeKey(a) !== null),
  )) {
    // A label may have been deleted since the plan, for example by the undo of another import.
    const selectedLabel = choicesByKey.get(plannedClass.key) ?? plannedClass.label ?? 'create';
    const labelChoice = selectedLabel === 'leave_out' || existingLabels.has(selectedLabel) ? selectedLabel : 'create';
    if (labelChoice === 'leave_out') createdLabels.labels[plannedClass.key] = null;
    else if (labelChoice !== 'create') {
      createdLabels.labels[plannedClass.key] = labelChoice;
      await addTemplate(trx, labelChoice, draftsByKey.get(plannedClass.key));
    } else {
      const fields = { ...draftsByKey.get(plannedClass.key), key: findFreeKey(plannedClass) };
      const id = await createLabel(trx, { workspaceId, planned: plannedClass, fields, pickColor });
      createdLabels.labels[plannedClass.key] = id;
      createdLabels.created.push({ table: `${plannedClass.of}_label`, id });
    }
  }
  for (const domain of DOMAINS) {
    const labels = plannedClasses.flatMap(({ of, key }) => (of === domain ? (createdLabels.labels[key] ?? []) : []));
    const task = choices.tasks[domain];
    if (!task || labels.length === 0) continue;
    const types = new Set(plannedClasses.filter(({ of }) => of === domain).map(({ type }) => type));
    const taskId = 'id' in task ? task.id : await createTaskOfDomain(trx, workspaceId, domain, { name: task.name, types });
    if ('name' in task) createdLabels.created.push({ table: `${domain}_task`, id: taskId });
    const taskLabelTable = sql.table(`${domain}_task_label`);
    await sql`
      insert into ${taskLabelTable} (task_id, label_id, workspace_id)
      select ${taskId}, l.id, ${workspaceId} from ${sql.table(`${domain}_label`)} l
      where l.id = any(${labels}::uuid[]) and not exists (select from ${taskLabelTable} o where o.label_id = l.id)`.execute(trx);
  }
  return createdLabels;
}

/** Locks existing labels against deletion, and returns their ids. */
async function lockLabels(trx: Db, workspaceId: string, ids: readonly (string | null)[]): Promise<ReadonlySet<string>> {
  const existingIds = new Set<string>();
  for (const domain of DOMAINS) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(`${domain}_label`)}
      where workspace_id = ${workspaceId} and id::text = any(${ids}::text[]) order by id for key share`.execute(trx);
    for (const { id } of rows) existingIds.add(id);
  }
  return existingIds;
}

/** Gives a detection label the skeleton template of the files, unless the label already has a template. */
async function addTemplate(trx: Db, id: string, draft: DraftClass | undefined): Promise<void> {
  if (draft?.of !== 'detection' || !draft.skeleton) return;
  await trx
    .updateTable('detection_label')
    .set((eb) => ({ ...toTemplateColumn(draft.skeleton), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('skeleton', 'is', null)
    .execute();
}

const toTemplateColumn = (skeleton: DraftClass['skeleton']) => (skeleton ? { skeleton: JSON.stringify(skeleton) } : {});

/**
 * Returns a function that returns the key (digit or letter) that the files declare for a class. The inner function returns null if the
 * files declare no key, or if another label of the workspace has this key.
 */
async function createKeyFinder(
  trx: Db,
  workspaceId: string,
  drafts: ReadonlyMap<string, DraftClass>,
): Promise<(planned: ImportClass) => string | null> {
  const usedKeys = new Set<string>();
  for (const domain of DOMAINS) {
    const { rows } = await sql<{ key: string }>`
      select key from ${sql.table(`${domain}_label`)} where workspace_id = ${workspaceId} and key is not null`.execute(trx);
    for (const { key } of rows) usedKeys.add(`${domain} ${key}`);
  }
  return ({ of, key: classKey }) => {
    const shortcutKey = LabelKey.safeParse(drafts.get(classKey)?.shortcut).data;
    return shortcutKey === undefined || usedKeys.has(`${of} ${shortcutKey}`) ? null : shortcutKey;
  };
}

/** The properties that the files declare for a new label. `key` is the label's keyboard shortcut on the image screen. */
type LabelFields = Partial<Omit<DraftClass, 'key'>> & { key: string | null };

interface LabelInput {
  workspaceId: string;
  planned: ImportClass;
  fields: LabelFields;
  pickColor: ColorPicker;
}

async function createLabel(trx: Db, { workspaceId: workspace_id, planned, fields, pickColor }: LabelInput): Promise<string> {
  const { of: classKind, name, type } = planned;
  const { key, color, attributes, skeleton, ...range } = fields;
  if (classKind !== 'recognition') {
    const { id } = await trx
      .insertInto(`${classKind}_label`)
      .values({
        workspace_id,
        name,
        key,
        color: color ?? pickColor(classKind, name),
        ...(classKind === 'detection' && toTemplateColumn(skeleton)),
        attributes: toJsonb(attributes),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const kind = type === 'tag' || type === 'value' || type === 'plain' ? type : 'category';
  const { min_value = null, max_value = null, step_value = null } = range;
  const { id } = await trx
    .insertInto('recognition_label')
    .values({
      workspace_id,
      name,
      key,
      type: kind,
      color: color ?? null,
      output_name: null,
      negative_for_task: null,
      min_value,
      max_value,
      step_value,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function createTaskOfDomain(
  trx: Db,
  workspace_id: string,
  domain: ImportDomain,
  { name, types }: { name: string; types: ReadonlySet<string | null> },
): Promise<string> {
  if (domain === 'recognition') {
    const type = types.has('tag') ? 'multi_label' : types.has('value') ? 'regression' : 'multi_class';
    return createTask(trx, { workspace_id, name, type });
  }
  const { id } = await trx.insertInto(`${domain}_task`).values({ workspace_id, name }).returning('id').executeTakeFirstOrThrow();
  return id;
}

type ShapeDomain = Exclude<ImportDomain, 'recognition'>;
/** Chooses a color for a new label. */
type ColorPicker = (domain: ShapeDomain, name: string) => string;

/**
 * Returns a function that chooses a color that no other label of the domain has, because annotators must be able to tell labels apart. If
 * all colors of the palette are used, it derives the color from the name.
 */
async function createColorPicker(trx: Db, workspaceId: string): Promise<ColorPicker> {
  const listColors = async (domain: ShapeDomain) => {
    const { rows } = await sql<{ color: string }>`
      select distinct color from ${sql.table(`${domain}_label`)} where workspace_id = ${workspaceId}`.execute(trx);
    return rows.map(({ color }) => color);
  };
  const usedColors = { detection: await listColors('detection'), segmentation: await listColors('segmentation') };
  return (domain, name) => {
    const color = findUnusedColor(usedColors[domain]) ?? toColor(name);
    usedColors[domain].push(color);
    return color;
  };
}

/** Derives a color from a name, so that the same name always has the same color. */
function toColor(name: string): string {
  let codeSum = 0;
  for (const character of name) codeSum = (codeSum * 31 + (character.codePointAt(0) ?? 0)) % 3600;
  const getChannel = (offset: number) => {
    const hue = ((codeSum / 3600) * 6 + offset) % 6;
    const intensity = Math.max(0, Math.min(1, Math.abs(hue - 3) - 1));
    return Math.round(40 + intensity * 180)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${getChannel(0)}${getChannel(4)}${getChannel(2)}`;
}
