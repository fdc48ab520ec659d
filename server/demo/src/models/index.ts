import type { FileStore } from '@console/server/platform/files/store';
import { enqueueAssembly, type TrainedWeights } from '@console/server/ml/models/assemble';
import { sql } from 'kysely';
import { daysAgo, type Context } from '../write/context';
import brand from './data/brand.json';
import cellParts from './data/cell-parts.json';
import cellType from './data/cell-type.json';
import cells from './data/cells.json';
import fillLevel from './data/fill-level.json';
import fruitQuality from './data/fruit-quality.json';
import ripeness from './data/ripeness.json';
import scene from './data/scene.json';
import shelfFindings from './data/shelf-findings.json';
import smearFindings from './data/smear-findings.json';
import { TRAINED, type TrainedName } from './plan';

/** What `npm run demo-models` has written: what was learned, and the notes of the training with its labels' ids of then. */
interface Data {
  learned: unknown;
  notes: object;
}
const DATA: Record<TrainedName, Data> = {
  brand,
  'cell-parts': cellParts,
  'cell-type': cellType,
  cells,
  'fill-level': fillLevel,
  'fruit-quality': fruitQuality,
  ripeness,
  scene,
  'shelf-findings': shelfFindings,
  'smear-findings': smearFindings,
};

/** A trained model for some tasks, put together after the start. */
export async function insertModels(context: Context, files: FileStore): Promise<void> {
  const { db, workspaceId, people } = context;
  for (const { name, domain, task: taskName } of TRAINED) {
    const task = await db
      .selectFrom(`${domain}_task`)
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', taskName)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ id: string; name: string }>`
      select l.id, l.name from ${sql.table(`${domain}_label`)} l join ${sql.table(`${domain}_task_label`)} t on t.label_id = l.id
      where t.task_id = ${task.id}
      union all
      select id, name from recognition_label where negative_for_task = ${task.id}`.execute(db);
    const { learned, notes } = DATA[name];
    const model = { domain, task: task.id, learned: Buffer.from(JSON.stringify(learned)), notes: withIds(notes, rows) };
    await enqueueAssembly(db, files, model, { userId: people[0], created: daysAgo(context, 7) });
  }
}

/** The notes with the ids that the labels have now, found by their names. */
function withIds(notes: object, labels: readonly { id: string; name: string }[]): TrainedWeights['notes'] {
  const text = JSON.stringify(notes);
  const { labels: then } = JSON.parse(text) as TrainedWeights['notes'];
  const renamed = then.reduce((said, { id, name }) => {
    const now = labels.find((label) => label.name === name);
    if (!now) throw new Error(`The demo has no label ${name} for its model`);
    return said.replaceAll(id, now.id);
  }, text);
  return JSON.parse(renamed) as TrainedWeights['notes'];
}
