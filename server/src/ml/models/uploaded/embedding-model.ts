import { join } from 'node:path';
import type { LearnerRequest, LearnerResult } from '@console/learner/protocol';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import type { LearnerClient } from '../../learning/learner-client';
import { downloadFile } from '../../learning/local-files';
import { messages } from './messages';
import { getUploadedModelRunner } from './run-model';

/** Returns the uploaded embedding model of a workspace, or null if the workspace uses the built-in one. */
export async function findEmbeddingModel(db: Db, workspaceId: string) {
  const modelRow = await db
    .selectFrom('embedding_model')
    .select(['file_key', 'name', 'format', 'created'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return modelRow?.file_key ? { ...modelRow, file_key: modelRow.file_key } : null;
}

interface EmbedderDeps {
  db: Db;
  files: FileStore;
  /** Folder of this server on the local disk, see `getLearningFolder`. */
  folder: string;
  send: LearnerClient['send'];
}

/**
 * Returns a function that sends requests for embeddings of a workspace. Requests with an uploaded model go to the process of uploaded
 * models, others to `send`.
 */
export async function getEmbedder(
  { db, files, folder, send }: EmbedderDeps,
  workspaceId: string,
): Promise<(request: Extract<LearnerRequest, { embed: unknown }>) => Promise<LearnerResult>> {
  const model = await findEmbeddingModel(db, workspaceId);
  if (!model) return send;
  const { file_key: key, format } = model;
  const file = join(folder, 'models', key);
  const run = getUploadedModelRunner(files, workspaceId);
  return async ({ embed }) => {
    if (!(await downloadFile(files, key, file))) throw new HttpError(400, messages.noModelFile);
    return run({ embed: { ...embed, model: { file, format } } });
  };
}
