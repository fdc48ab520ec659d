import type { StorageUse, WorkspaceSettings } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { toIsoTimestamp } from '../../data-access/rows/view';

type StoredSettings = Omit<WorkspaceSettings, 'available_services' | 'storage'> & { storage: StorageUse | null };

/** Reads the settings of a workspace. The caller must have access to it. */
export async function readSettings(
  db: Db,
  { workspaceServices }: Pick<Config, 'workspaceServices'>,
  workspaceId: string,
): Promise<WorkspaceSettings> {
  const countRows = (...tables: string[]) =>
    sql.join(
      tables.map((table) => sql`(select count(*)::int from ${sql.table(table)} t where t.workspace_id = w.id)`),
      sql` + `,
    );
  const { rows } = await sql<StoredSettings>`
    select w.id, w.name, ${toIsoTimestamp('w.created')} as created, w.statistics_visibility,
      w.annotator_access,
      case when u.id is not null then json_build_object('id', u.id, 'username', u.username) end as owner,
      array(select s.slug from workspace_service s where s.workspace_id = w.id order by s.slug) as services,
      json_build_object(
        'members', ${countRows('membership')}, 'images', ${countRows('training_image')},
        'tasks', ${countRows('recognition_task', 'detection_task', 'segmentation_task', 'similarity_task')},
        'jobs', ${countRows('annotation_job')}, 'groups', ${countRows('similarity_group')}, 'products', ${countRows('product')},
        'models', ${countRows('recognition_model', 'detection_model', 'segmentation_model')}) as counts,
      (select json_build_object('images', t.images, 'products', t.products, 'models', t.models,
        'measured', ${toIsoTimestamp('t.measured')}) from storage_use t where t.workspace_id = w.id) as storage
    from workspace w left join app_user u on u.id = w.owner_id where w.id = ${workspaceId}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound('Workspace');
  const storage = row.storage ?? { images: 0, products: 0, models: 0, measured: null };
  return { ...row, storage, available_services: workspaceServices };
}
