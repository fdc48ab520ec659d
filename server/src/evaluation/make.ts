import type { Db } from '../database/connection';
import { evaluate } from './evaluate';

/** Keeps an evaluation of what is stored of models' predictions now. Answers its id. */
export async function makeEvaluation(db: Db, workspaceId: string, userId: string | null): Promise<string> {
  return keep(db, workspaceId, userId, await evaluate(db, workspaceId));
}

/** The same, where a model has said something of a picture that people have labelled. */
export async function makeEvaluationOfSome(db: Db, workspaceId: string, userId: string | null): Promise<void> {
  const result = await evaluate(db, workspaceId);
  if (result.top_labels.length > 0) await keep(db, workspaceId, userId, result);
}

async function keep(db: Db, workspaceId: string, userId: string | null, result: unknown): Promise<string> {
  const { id } = await db
    .insertInto('evaluation')
    .values({ workspace_id: workspaceId, created_by: userId, result: JSON.stringify(result) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
