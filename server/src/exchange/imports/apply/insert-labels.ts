import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { FacetSync } from '../../../data-access/facets';
import { HttpError } from '../../../platform/errors';
import { resolveLabelValue } from '../../../domain/recognition/images/labels';
import type { RecognitionLabelType } from '../../../platform/database/tables/domain';
import type { DeclaredLabel } from '../../readers/reader/reader';

type RecognitionLabelRow = { id: string; type: RecognitionLabelType; min_value: number | null; max_value: number | null };

/** The labels of an import that still exist, locked against deletion. */
export class LockedLabels {
  private constructor(private readonly labels: ReadonlyMap<string, RecognitionLabelRow>) {}

  static async load(trx: Db, ids: readonly string[]): Promise<LockedLabels> {
    const { rows } = await sql<RecognitionLabelRow>`
      select id, type, min_value, max_value from recognition_label where id = any(${ids}::uuid[]) order by id for key share`.execute(
      trx,
    );
    return new LockedLabels(new Map(rows.map((row) => [row.id, row])));
  }

  /** Returns the value to store for a label, or why the label is skipped. */
  resolveValue(id: string, declaredValue: number | null | undefined): { value: number | null } | { skipped: string } {
    const label = this.labels.get(id);
    if (!label) return { skipped: 'The label was deleted' };
    try {
      return { value: resolveLabelValue(label, label.type === 'value' ? declaredValue : null) };
    } catch (error) {
      if (error instanceof HttpError) return { skipped: error.detail };
      throw error;
    }
  }
}

export interface ImageLabelRow {
  item: number;
  n: number;
  image: string;
  label: string;
  value: number | null;
}

/** Adds labels to images. Existing labels stay unchanged. */
export async function insertDeclaredImageLabels(
  trx: Db,
  workspaceId: string,
  imageLabels: readonly ImageLabelRow[],
): Promise<void> {
  if (imageLabels.length === 0) return;
  await sql`
    insert into image_label (image_id, label_id, workspace_id, value)
    select image, label, ${workspaceId}, value from jsonb_to_recordset(${JSON.stringify(imageLabels)}::jsonb) as t(image uuid, label uuid, value float8)
    on conflict (image_id, label_id) do nothing`.execute(trx);
}

interface ObjectLabels {
  object: string;
  labels: readonly DeclaredLabel[];
}

/** Adds labels to objects that were just created. Returns the entries of the search index (facets) that the caller must update. */
export async function insertDeclaredObjectLabels(
  trx: Db,
  {
    workspaceId,
    findLabel,
    labels,
  }: { workspaceId: string; findLabel: (key: string) => string | null | undefined; labels: LockedLabels },
  objectLabels: readonly ObjectLabels[],
): Promise<FacetSync[]> {
  const rows = objectLabels.flatMap(({ object, labels: declaredLabels }) =>
    declaredLabels.flatMap(({ class: key, value: declared }) => {
      const label = findLabel(key);
      const resolvedValue = label ? labels.resolveValue(label, declared) : null;
      return label && resolvedValue && 'value' in resolvedValue ? { object, label, value: resolvedValue.value } : [];
    }),
  );
  if (rows.length === 0) return [];
  await sql`
    insert into object_label (object_id, label_id, workspace_id, value)
    select object, label, ${workspaceId}, value from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(object uuid, label uuid, value float8)
    on conflict (object_id, label_id) do nothing`.execute(trx);
  const refs = [...new Set(rows.map(({ label }) => label))];
  return [{ target: 'object', ids: [...new Set(rows.map(({ object }) => object))], kinds: ['object.label'], refs }];
}
