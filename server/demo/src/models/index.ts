import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enqueueAssembly, type TrainedWeights } from '@console/server/ml/models/built-in/assemble-model';
import { sql } from 'kysely';
import { getDateBefore, type Context } from '../restore/context';
import { TRAINED_MODELS } from './trained-models';

/** A file that `npm run demo-models` writes. The labels in `notes` have the ids from the training. */
interface ModelFile {
  learned: unknown;
  notes: TrainedWeights['notes'];
}

/** Queues the trained models of the workspace. The server assembles their files after the start. */
export async function insertModels(context: Context): Promise<void> {
  const { db, files, folder, workspaceId, members } = context;
  for (const { name, domain, task: taskName } of TRAINED_MODELS) {
    const { learned, notes } = JSON.parse(await readFile(join(folder, 'models', `${name}.json`), 'utf8')) as ModelFile;
    const taskRow = await db
      .selectFrom(`${domain}_task`)
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', taskName)
      .executeTakeFirstOrThrow();
    const { rows: currentLabels } = await sql<{ id: string; name: string }>`
      select l.id, l.name from ${sql.table(`${domain}_label`)} l join ${sql.table(`${domain}_task_label`)} t on t.label_id = l.id
      where t.task_id = ${taskRow.id}
      union all
      select id, name from recognition_label where negative_for_task = ${taskRow.id}`.execute(db);
    const model = {
      domain,
      task: taskRow.id,
      learned: Buffer.from(JSON.stringify(learned)),
      notes: replaceLabelIds(notes, currentLabels),
    };
    await enqueueAssembly(db, files, model, { userId: members[0], created: getDateBefore(context, 7) });
  }
}

/** Replaces the ids of labels in the notes with the ids of the current labels of the same names. */
function replaceLabelIds(
  notes: TrainedWeights['notes'],
  labels: readonly { id: string; name: string }[],
): TrainedWeights['notes'] {
  const text = notes.labels.reduce((notesJson, { id, name }) => {
    const label = labels.find((candidate) => candidate.name === name);
    if (!label) throw new Error(`The demo has no label ${name} for its model`);
    return notesJson.replaceAll(id, label.id);
  }, JSON.stringify(notes));
  return JSON.parse(text) as TrainedWeights['notes'];
}
