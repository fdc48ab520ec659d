import type { Import, ImportChoices } from '@console/shared-contract/api';
import type { Db } from '../../platform/database/connection';
import { declareWriter } from '../../platform/database/change-log';
import { inTransaction } from '../../platform/database/transaction';
import { readOne } from '../../data-access/rows/view';
import type { WorkContext } from '../../platform/queue/kind';
import { importView } from './views';
import { createReadImportKind } from './plan/plan-import';
import type { ImportDeps } from './state/import-deps';
import { markStopped } from './state/mark-stopped';
import { createRunImportKind } from './apply/apply-import';

interface LocalImport {
  workspaceId: string;
  name: string;
  /** A file, archive or folder on this machine. */
  path: string;
  options: { format?: string; outlines: string };
}

/** Plans an import without the queue, for the command line. Throws the error if parsing fails. */
export async function planLocally(deps: ImportDeps, { workspaceId, name, path, options }: LocalImport): Promise<Import> {
  const importSource = JSON.stringify({ place: path, path: '' });
  const { id } = await deps.db
    .insertInto('data_import')
    .values({
      workspace_id: workspaceId,
      name,
      source: importSource,
      options: JSON.stringify(options),
      state: 'reading',
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await runWorkLocally(deps.db, { id, workspaceId }, createReadImportKind(allowPath(deps, path)).run);
  return readOne(deps.db, importView, id);
}

/** Applies a planned import without the queue. */
export async function runLocally(deps: ImportDeps, plannedImport: Import, choices: ImportChoices): Promise<Import> {
  await deps.db
    .updateTable('data_import')
    .set({ state: 'running', choices: JSON.stringify(choices) })
    .where('id', '=', plannedImport.id)
    .execute();
  const work = { id: plannedImport.id, workspaceId: plannedImport.workspace };
  await runWorkLocally(deps.db, work, createRunImportKind(allowPath(deps, plannedImport.source?.place ?? '')).run);
  return readOne(deps.db, importView, plannedImport.id);
}

/** Allows any path, because users of the command line already have access to the machine. */
const allowPath = (deps: ImportDeps, path: string): ImportDeps => ({ ...deps, config: { ...deps.config, importPlaces: [path] } });

async function runWorkLocally(
  db: Db,
  { id, workspaceId }: { id: string; workspaceId: string },
  run: (context: WorkContext) => Promise<unknown>,
): Promise<void> {
  const work = { id, workspaceId, kind: '', input: { import: id }, userId: null, attempt: 1, requestId: null };
  const runStep: WorkContext['step'] = (_progress, change) =>
    inTransaction(
      db,
      async (trx) => {
        await declareWriter(trx, { userId: null, origin: 'operator', action: 'import', summarized: true });
        return change(trx);
      },
      () => undefined,
    );
  const runAtomically: WorkContext['runAtomically'] = (change) => runStep(null, async (trx) => (await change(trx)).result);
  try {
    await run({ db, work, step: runStep, runAtomically, progress: async () => undefined, signal: new AbortController().signal });
  } catch (error) {
    const outcome = { state: 'failed', error: error instanceof Error ? error.message : String(error) } as const;
    await db.transaction().execute((trx) => markStopped(trx, { input: work.input }, outcome));
    throw error;
  }
}
