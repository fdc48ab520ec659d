import type { LabelledShapeFilter } from '@console/shared-contract/api';
import { DOMAIN_SERVICES } from '@console/shared-contract/services';
import { LABELLED_SHAPE_KINDS, SHAPE_KINDS, type LabelledShapeKind } from '@console/shared-contract/shape-kinds';
import { sql, type RawBuilder } from 'kysely';
import { getMatchBitmap, hasSeq } from '../../data-access/facets';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { LABELLED_KINDS, type LabelledKind } from '../../data-access/shape-kinds/registry';
import { selectSuspectShapes } from '../../ml/prediction-runs/queries';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { requireMembers } from '../annotation/jobs/members/members';
import { listImageReferences, toWorkspaceImageFilter } from '../recognition/images/filter';

type LabelDomain = LabelledKind['label']['domain'];

/** Shapes that match a filter: SQL of the rows of all kinds, and a condition. */
export interface ShapeSelection {
  workspaceId: string;
  kinds: readonly SelectedShape['kind'][];
  /** SQL of the rows `s` with the columns of `SelectedShape`. */
  shapes: RawBuilder<unknown>;
  /** SQL condition over a row `s` and its image `i`. */
  matches: RawBuilder<unknown>;
}

/** The columns of the shapes of a selection. */
export interface SelectedShape {
  id: string;
  kind: LabelledShapeKind;
  image_id: string;
  label_id: string;
  /** Number of coordinates of the points of a skeleton; null for other kinds. */
  numbers: number | null;
}

/** Resolves a filter and checks that the caller may access everything that it refers to. Null if no image can match. */
export async function selectShapes(db: Db, scope: Scope, filter: LabelledShapeFilter): Promise<ShapeSelection | null> {
  const { shape_labels: labels, created_by: creator, suspected, ...imageFilter } = filter;
  const segmentationLabels = await findSegmentationLabels(db, labels);
  const labelsByDomain: Record<LabelDomain, string[]> = {
    detection: labels.filter((id) => !segmentationLabels.has(id)),
    segmentation: labels.filter((id) => segmentationLabels.has(id)),
  };
  const workspaceId = await resolveListWorkspace(scope, [
    { table: 'detection_label', ids: labelsByDomain.detection, field: 'shape_labels', entityName: 'Label' },
    { table: 'segmentation_label', ids: labelsByDomain.segmentation, field: 'shape_labels', entityName: 'Label' },
    ...listImageReferences(imageFilter),
  ]);
  if (creator) await requireMembers(db, workspaceId, [creator]);
  const domains = (['detection', 'segmentation'] as const).filter((domain) => labelsByDomain[domain].length > 0);
  for (const domain of domains) scope.requireWorkspace(workspaceId, DOMAIN_SERVICES[domain]);
  const kinds = LABELLED_KINDS.filter(({ label }) => domains.includes(label.domain));
  const conditions = [sql`i.workspace_id = ${workspaceId}`];
  if (creator) conditions.push(sql`s.created_by = ${creator}`);
  if (suspected !== undefined)
    conditions.push(
      sql`${suspected ? sql`` : sql`not`} s.id in (select shape_id from (${selectSuspectShapes(workspaceId)}) suspects)`,
    );
  for (const domain of ['detection', 'segmentation'] as const) {
    const task = imageFilter[`${domain}_task_violations`];
    if (task) conditions.push(violatesRule(domain, task, imageFilter.violated_rule));
  }
  const images = await toWorkspaceImageFilter(db, workspaceId, imageFilter);
  if (!images) return null;
  if (images.terms.length > 0 || images.from !== undefined || images.to !== undefined)
    conditions.push(hasSeq(await getMatchBitmap(db, images), 'i.seq'));
  return {
    workspaceId,
    kinds: listNames(kinds),
    shapes: selectShapeRows(kinds, labels),
    matches: sql.join(conditions, sql` and `),
  };
}

/** Returns the ids that belong to segmentation labels. */
export async function findSegmentationLabels(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from segmentation_label where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** SQL condition: the shape `s` violated a rule of a task when its image was last checked. */
const violatesRule = (domain: LabelDomain, taskId: string, rule: string | undefined): RawBuilder<unknown> => sql`
  s.id in (select v.shape_id from rule_violation v
    where ${sql.ref(`v.${domain}_task_id`)} = ${taskId} ${rule ? sql`and v.rule = ${rule}` : sql``})`;

/** Returns the shapes with these ids in a workspace, regardless of their label. */
export function selectListedShapes(workspaceId: string, ids: readonly string[]): ShapeSelection {
  return {
    workspaceId,
    kinds: listNames(LABELLED_KINDS),
    shapes: selectShapeRows(LABELLED_KINDS, null),
    matches: sql`s.id = any(${ids}::uuid[]) and i.workspace_id = ${workspaceId}`,
  };
}

/** Like `selectListedShapes`, but throws 404 if a shape does not exist in the workspace, unless missing shapes are skipped. */
export async function requireListedShapes(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  skipsMissing: boolean | undefined,
): Promise<ShapeSelection> {
  const selection = selectListedShapes(workspaceId, ids);
  if (skipsMissing) return selection;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${selection.shapes} s join training_image i on i.id = s.image_id where ${selection.matches}`.execute(
    db,
  );
  if ((rows[0]?.n ?? 0) < new Set(ids).size) throw notFound('Shape');
  return selection;
}

/** Returns the domain of the labels of a kind of shapes. */
export const getLabelDomain = (kind: LabelledShapeKind): LabelDomain => SHAPE_KINDS[kind].domain;

const listNames = (kinds: readonly LabelledKind[]) =>
  LABELLED_SHAPE_KINDS.filter((name) => kinds.some((kind) => kind.name === name));

function selectShapeRows(kinds: readonly LabelledKind[], labels: readonly string[] | null): RawBuilder<unknown> {
  const selects = kinds.map(({ name, table, label, boxColumn }) => {
    const labelColumn = sql.ref(`k.${label.column}`);
    return sql`
      select ${sql.lit(name)} as kind, k.id, k.image_id, ${labelColumn} as label_id, ${sql.ref(`k.${boxColumn}`)} as box, k.created, k.created_by, k.score as confidence,
        ${name === 'skeleton' ? sql`cardinality(k.data)` : sql`null::int`} as numbers
      from ${sql.table(table)} k ${labels ? sql`where ${labelColumn} = any(${labels}::uuid[])` : sql``}`;
  });
  return sql`(${sql.join(selects, sql` union all `)})`;
}
