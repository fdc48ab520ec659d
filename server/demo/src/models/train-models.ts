import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@console/server/platform/config';
import { openDatabase } from '@console/server/platform/database/open';
import { openFileStore } from '@console/server/platform/files/open';
import { startTraining, trainModel } from '@console/server/ml/learning/train';
import { seedFrom } from '../seed';
import { SEED, TRAINED_MODELS } from './trained-models';

// `npm run demo-models [-- NAME ...]`: trains the models of the demo on its own images, and writes their weights and scores.

const DATA_FOLDER = join(__dirname, '..', '..', 'data');

async function trainModels(names: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-models-'));
  const config = readConfig({ DATA_DIR: dataDir });
  const { db, close } = await openDatabase(config, {
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  try {
    const files = await openFileStore(config);
    await db.transaction().execute((trx) => seedFrom(DATA_FOLDER, { db: trx, files, createsModels: false }));
    const workspace = await db.selectFrom('workspace').select('id').where('name', '=', 'Demo').executeTakeFirstOrThrow();
    const selectedModels = TRAINED_MODELS.filter(({ name }) => names.length === 0 || names.includes(name));
    for (const { name, domain, task: taskName } of selectedModels) {
      const task = await db
        .selectFrom(`${domain}_task`)
        .selectAll()
        .where('workspace_id', '=', workspace.id)
        .where('name', '=', taskName)
        .executeTakeFirstOrThrow();
      const training_params = JSON.stringify(task.training_params);
      const { id: model } = await db
        .insertInto(`${domain}_model`)
        .values({ workspace_id: workspace.id, task_id: task.id, number: 1, training_params, seed: SEED })
        .returning('id')
        .executeTakeFirstOrThrow();
      const startedTraining = await startTraining(db, domain, model, null);
      if (!startedTraining) throw new Error(`${name} cannot be trained`);
      const folder = join(dataDir, name);
      const { signal } = new AbortController();
      const reportProgress = () => Promise.resolve();
      const { notes } = await trainModel({ db, files, folder: dataDir }, startedTraining, {
        db,
        signal,
        progress: reportProgress,
        domain,
        model,
        folder,
      });
      const learnedWeights = JSON.parse(await readFile(join(folder, 'learned.json'), 'utf8')) as unknown;
      await writeFile(
        join(DATA_FOLDER, 'demo', 'models', `${name}.json`),
        `${JSON.stringify({ notes, learned: learnedWeights })}\n`,
      );
      const { scores } = notes;
      const summary = { pictures: notes.pictures, map50: scores.map50, map75: scores.map75, accuracy: scores.accuracy };
      process.stdout.write(`${name}: ${JSON.stringify(summary)} in ${Math.round(notes.seconds)} s\n`);
    }
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

void trainModels(process.argv.slice(2));
