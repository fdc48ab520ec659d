import { sql } from 'kysely';
import type { Db } from '../../../database/connection';
import type { FacetSync } from '../../../facets';
import { HttpError } from '../../../errors';
import { resolveLabelValue } from '../../../recognition/images/labels';
import type { RecognitionLabelType } from '../../../database/tables/domain';
import type { DeclaredLabel } from '../../readers/reader';

type Label = { id: string; type: RecognitionLabelType; min_value: number | null; max_value: number | null };

/** The labels of images and objects that are there, locked so that they stay. */
export class LockedLabels {
  private constructor(private readonly known: ReadonlyMap<string, Label>) {}

  static async of(trx: Db, ids: readonly string[]): Promise<LockedLabels> {
    const { rows } = await sql<Label>`
      select id, type, min_value, max_value from recognition_label where id = any(${ids}::uuid[]) order by id for key share`.execute(
      trx,
    );
    return new LockedLabels(new Map(rows.map((row) => [row.id, row])));
  }

  /** The value that a label gets; or why it gets none. */
  valueOf(id: string, sent: number | null | undefined): { value: number | null } | { left: string } {
    const label = this.known.get(id);
    if (!label) return { left: 'The label has been deleted meanwhile' };
    try {
      return { value: resolveLabelValue(label, label.type === 'value' ? sent : null) };
    } catch (error) {
      if (error instanceof HttpError) return { left: error.detail };
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

/** Puts labels on images; those that are on already stay as they are. */
export async function insertDeclaredImageLabels(trx: Db, workspaceId: string, said: readonly ImageLabelRow[]): Promise<void> {
  if (said.length === 0) return;
  await sql`
    insert into image_label (image_id, label_id, workspace_id, value)
    select image, label, ${workspaceId}, value from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as t(image uuid, label uuid, value float8)
    on conflict (image_id, label_id) do nothing`.execute(trx);
}

export interface ObjectLabels {
  object: string;
  labels: readonly DeclaredLabel[];
}

/** Puts labels on objects that were just drawn. Answers what is to be synced. */
export async function insertDeclaredObjectLabels(
  trx: Db,
  {
    workspaceId,
    labelOf,
    labels,
  }: { workspaceId: string; labelOf: (key: string) => string | null | undefined; labels: LockedLabels },
  said: readonly ObjectLabels[],
): Promise<FacetSync[]> {
  const rows = said.flatMap(({ object, labels: each }) =>
    each.flatMap(({ class: key, value: sent }) => {
      const label = labelOf(key);
      const value = label ? labels.valueOf(label, sent) : null;
      return label && value && 'value' in value ? { object, label, value: value.value } : [];
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
