import {
  findViolations,
  type CheckedImage,
  type CheckedShape,
  type RuleTask,
  type RuleViolation,
} from '@console/shared-contract/quality-rules';
import type { MaskData } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { HAS_SHAPES, IS_STATED_EMPTY } from '../../../data-access/shape-kinds/empty-images';
import { LABELLED_KINDS } from '../../../data-access/shape-kinds/registry';

/** Checks images against the rules of tasks. Returns the violations by image id, and leaves out images without violations. */
export async function checkImages(
  db: Db,
  imageIds: readonly string[],
  tasks: readonly RuleTask[],
  /** Whether the images are about to be verified as having nothing to annotate. */
  statesEmpty = false,
): Promise<Map<string, RuleViolation[]>> {
  if (tasks.length === 0 || imageIds.length === 0) return new Map();
  const images = await loadImages(db, imageIds, tasks);
  return new Map(
    [...images].flatMap(([id, image]) => {
      const checked = statesEmpty ? { ...image, isStatedEmpty: true } : image;
      const violations = tasks.flatMap((task) => findViolations(checked, task));
      return violations.length > 0 ? [[id, violations] as const] : [];
    }),
  );
}

/** SQL of the recognition labels of the image `i`. */
const IMAGE_LABELS = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', a.label_id, 'value', a.value) order by a.label_id)
  from image_label a where a.image_id = i.id), '[]')`;

async function loadImages(db: Db, imageIds: readonly string[], tasks: readonly RuleTask[]): Promise<Map<string, CheckedImage>> {
  const hasLabelRules = tasks.some(({ domain }) => domain === 'recognition');
  const { rows: images } = await sql<Omit<CheckedImage, 'shapes'> & { id: string }>`
    select i.id, ${hasLabelRules ? IMAGE_LABELS : sql`'[]'::jsonb`} as labels, i.img_width as width, i.img_height as height, not ${HAS_SHAPES} as "isEmpty", ${IS_STATED_EMPTY} as "isStatedEmpty"
    from training_image i where i.id = any(${imageIds}::uuid[]) order by i.seq`.execute(db);
  const shapes = new Map<string, CheckedShape[]>(images.map(({ id }) => [id, []]));
  const listLabels = (domain: RuleTask['domain']) =>
    tasks.flatMap((task) => (task.domain === domain ? task.labels.map(({ id }) => id) : []));
  const findsDuplicates = tasks.some(({ rules }) => rules.levels?.duplicate);
  const selectShapes = LABELLED_KINDS.map(({ name, table, label, boxColumn, fields }) => {
    const [isObject, hasAttributes] = [name === 'object', fields.includes('attributes')];
    return sql`
      select s.image_id as image, s.id, ${isObject ? sql`case when s.rotated_box is null then 'object' else 'rotated' end` : sql.lit(name)} as kind,
        ${sql.ref(`s.${label.column}`)} as label, to_jsonb(${sql.ref(`s.${boxColumn}`)}) as box,
        ${isObject ? sql`to_jsonb(s.rotated_box)` : sql`null::jsonb`} as "rotatedBox",
        ${findsDuplicates && label.domain === 'segmentation' ? sql`to_jsonb(s.data)` : sql`null::jsonb`} as segment,
        ${hasAttributes ? sql`s.attributes` : sql`null::jsonb`} as attributes,
        ${isObject ? sql`coalesce((select jsonb_agg(l.label_id) from object_label l where l.object_id = s.id), '[]')` : sql`'[]'::jsonb`} as labels,
        s.created
      from ${sql.table(table)} s
      where s.image_id = any(${imageIds}::uuid[]) and ${sql.ref(`s.${label.column}`)} = any(${listLabels(label.domain)}::uuid[])`;
  });
  const { rows } = await sql<CheckedShape & { image: string; segment: number[] | MaskData | null }>`
    ${sql.join(selectShapes, sql` union all `)} order by created, id`.execute(db);
  for (const { image, segment, ...shape } of rows)
    shapes.get(image)?.push(segment === null ? shape : { ...shape, getSegment: () => toGeometry(segment) });
  return new Map(images.map(({ id, ...image }) => [id, { ...image, shapes: shapes.get(id) ?? [] }]));
}

const toGeometry = (segment: number[] | MaskData) => (Array.isArray(segment) ? { data: segment } : { mask: segment });
