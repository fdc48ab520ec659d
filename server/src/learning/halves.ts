import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LearnerResult, Example, ModelNotes, PredictedLabel, PredictedObject } from '@console/learner/protocol';
import type { WorkContext } from '../work/kind';
import type { Learner } from './learner';
import { learn } from './learn';
import { writeManifest } from './manifest';
import type { Begun, LearningDeps } from './train';

/** Pictures that are asked about at once. */
const TOGETHER = 8;

export interface JudgedHalf {
  /** What is said of each picture of the half, by its id. `object`: of one object in it, and not of the whole. */
  said: Map<string, ((PredictedLabel | PredictedObject) & { object?: string })[]>;
  notes: ModelNotes;
}

/**
 * The training pictures with one half of them as TEST: every second one by label, and then by its file without its meaning, so
 * that both halves have as much of each label, and are the same at every attempt. What is of one picture stays together.
 */
function halved(examples: readonly Example[], half: number): Example[] {
  const kind = ({ labels, boxes, polygons }: Example) => labels[0]?.id ?? (boxes[0] ?? polygons[0])?.label ?? '';
  const order = ({ file }: Example) => createHash('sha256').update(basename(file)).digest('hex');
  const trained = examples.filter(({ isTest }) => !isTest);
  const pictures = new Map(trained.map((example) => [example.file, `${kind(example)} ${order(example)}`]));
  const places = new Map([...pictures].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([file], place) => [file, place]));
  return trained.map((example) => ({ ...example, isTest: places.get(example.file)! % 2 === half }));
}

/**
 * What a model says of one half of the training pictures of a dataset, trained as the dataset's own was, but on the other half
 * alone. Throws LearnerRefusal where that half is too little to learn from. Both halves may have one `place`: pictures and
 * features that the first has brought are found by the second, and by an attempt after one that was cut off.
 */
export async function judgeHalf(
  { files }: LearningDeps,
  { dataset, order }: Begun,
  half: number,
  { db, signal, place, onProgress }: Pick<WorkContext, 'db' | 'signal'> & { place: string; onProgress: () => Promise<void> },
): Promise<JudgedHalf> {
  await mkdir(place, { recursive: true });
  const manifest = await writeManifest({ db, files, place, dataset, signal, progress: async () => signal.throwIfAborted() });
  const lines = (await readFile(manifest, 'utf8')).split('\n');
  const examples = halved(
    lines.flatMap((line) => (line ? [JSON.parse(line) as Example] : [])),
    half,
  );
  await writeFile(manifest, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
  const asked = examples.filter(({ isTest }) => isTest);
  return learn({ ...order, manifest, folder: place }, signal, onProgress, async ({ model, notes }, learner) => ({
    notes,
    said: await askAbout(learner, asked, { model, notes: join(place, 'notes.json') }),
  }));

  async function askAbout(learner: Learner, pictures: readonly Example[], files: { model: string; notes: string }) {
    const said: JudgedHalf['said'] = new Map();
    for (let from = 0; from < pictures.length; from += TOGETHER) {
      signal.throwIfAborted();
      const some = pictures.slice(from, from + TOGETHER);
      const asked = { ...files, pictures: some.map(({ file }) => file) };
      const boxes = some.map(({ part }) => part ?? null);
      const answer = saidOf(
        await learner.ask(order.domain === 'recognition' ? { classify: { ...asked, boxes } } : { detect: asked }, { signal }),
      );
      for (const [index, { id, file, part }] of some.entries()) {
        // The file of a picture is named after it.
        const image = basename(file);
        const each = (answer[index] ?? []).map((one) => (part ? { ...one, object: id } : one));
        if (answer[index]) said.set(image, [...(said.get(image) ?? []), ...each]);
      }
    }
    return said;
  }
}

function saidOf(answer: LearnerResult): ((PredictedLabel | PredictedObject)[] | null)[] {
  if ('labels' in answer) return answer.labels;
  if ('objects' in answer) return answer.objects;
  throw new Error('The process that learns did not answer with what it sees');
}
