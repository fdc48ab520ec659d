import type { AttachedLabel, Layer, LayerShape, ShapeLabel } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import { toIsoTimestamp } from '../../../data-access/rows/view';
import type { Db } from '../../../platform/database/connection';
import type { LayerLabel, StoredLayerShape } from '../../../platform/database/tables/jobs';

/** A stored layer (the work of one user on an item), with the additional fields of its response. */
type LayerRow = Omit<Layer, 'labels' | 'shapes'> & { labels: LayerLabel[]; shapes: StoredLayerShape[] };

/** Reads layers, the oldest first. `where` is a condition on the layer `y` and its item `i`. */
export async function readLayers(db: Db, where: RawBuilder<unknown>): Promise<Layer[]> {
  const { rows } = await sql<LayerRow>`
    select y.id, y.workspace_id as workspace, y.job_id as job, i.image_id as image, y.labels, y.shapes, y.version,
      json_build_object('id', u.id, 'username', u.username) as user,
      exists (select from item_work w where w.item_id = y.item_id and w.user_id = y.user_id and w.done_at is not null) as done,
      ${toIsoTimestamp('y.created')} as created, ${toIsoTimestamp('y.updated')} as updated
    from item_layer y join job_item i on i.id = y.item_id join app_user u on u.id = y.user_id
    where ${where} order by y.created, y.id`.execute(db);
  const labelNames = await LabelNames.load(db, rows);
  return rows.map((row) => ({
    ...row,
    labels: labelNames.toAttached(row.labels),
    shapes: row.shapes.flatMap((shape) => labelNames.toShape(shape) ?? []),
  }));
}

/** Converts one stored shape to its form in responses. Throws if its label does not exist. */
export async function toLayerShape(db: Db, shape: StoredLayerShape): Promise<LayerShape> {
  const row = (await LabelNames.load(db, [{ labels: [], shapes: [shape] }])).toShape(shape);
  if (!row) throw new Error(`the label of the shape ${shape.id} does not exist`);
  return row;
}

/** The names of the labels of layers. Responses contain neither deleted labels nor their shapes. */
class LabelNames {
  private constructor(
    private readonly shapeLabels: ReadonlyMap<string, ShapeLabel>,
    private readonly recognitionLabels: ReadonlyMap<string, Omit<AttachedLabel, 'value'>>,
  ) {}

  static async load(db: Db, layers: readonly Pick<LayerRow, 'labels' | 'shapes'>[]): Promise<LabelNames> {
    const shapes = layers.flatMap((layer) => layer.shapes);
    const shapeLabelIds = [...new Set(shapes.flatMap(({ label }) => label ?? []))];
    const recognitionLabelIds = [...new Set([...layers, ...shapes].flatMap(({ labels }) => labels.map(({ label }) => label)))];
    const shapeLabels =
      shapeLabelIds.length === 0
        ? []
        : (
            await sql<ShapeLabel>`
              select id, name, color from detection_label where id = any(${shapeLabelIds}::uuid[])
              union all select id, name, color from segmentation_label where id = any(${shapeLabelIds}::uuid[])`.execute(db)
          ).rows;
    const recognitionLabels =
      recognitionLabelIds.length === 0
        ? []
        : await db
            .selectFrom('recognition_label')
            .select(['id', 'name', 'type'])
            .where('id', 'in', recognitionLabelIds)
            .execute();
    return new LabelNames(
      new Map(shapeLabels.map((label) => [label.id, label])),
      new Map(recognitionLabels.map((label) => [label.id, label])),
    );
  }

  /** Returns the labels with their names, sorted by name. Leaves out deleted labels. */
  toAttached(labels: readonly LayerLabel[]): AttachedLabel[] {
    return labels
      .flatMap(({ label: id, value }) => {
        const label = this.recognitionLabels.get(id);
        return label ? [{ ...label, value }] : [];
      })
      .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  }

  /** Returns null if the label of the shape does not exist. */
  toShape(shape: StoredLayerShape): LayerShape | null {
    const {
      id,
      kind: name,
      label: labelId,
      data,
      rotated_box,
      mask,
      attributes,
      meta_data,
      prediction,
      created: createdTime,
      version,
    } = shape;
    const kind = SHAPE_KINDS.find((shapeKind) => shapeKind.name === name);
    if (!kind) return null;
    const row = { kind: name, id, data: mask ?? data, attributes: attributes ?? {}, created: createdTime, version };
    if (!kind.label) return { ...row, name: shape.name ?? '' } as LayerShape;
    const label = this.shapeLabels.get(labelId ?? '');
    if (!label) return null;
    const objectFields = name === 'object' ? { rotated_box, recognition_labels: this.toAttached(shape.labels) } : {};
    const layerShape = {
      ...row,
      [kind.label.field]: label,
      meta_data: meta_data ?? {},
      prediction: prediction ?? null,
      ...objectFields,
    };
    return layerShape as LayerShape;
  }
}
