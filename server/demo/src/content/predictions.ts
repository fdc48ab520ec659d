import { seededRandom, type Random } from '../drawing/random';
import { idOf, inChunks, type Context } from '../write/context';
import type { DemoImage } from '../write/images';
import type { Recognition } from '../write/recognition';
import { tagsOf } from './findings';
import { TASKS } from './recognition';

/** How often the invented model is right of a category, and of a single tag. */
const RIGHT_CATEGORY = 0.78;
const RIGHT_TAG = 0.8;
const TASK_OF_SCENE = { shelf: 'shelf findings', fruit: 'fruit quality', smear: 'smear findings', packshot: 'brand' } as const;

interface Probability {
  id: string;
  prob: number;
}

/**
 * Stores what a model might have said of the verified TEST pictures: the truth, with mistakes by a seeded generator.
 * The predictions are invented; what an evaluation says of them is computed.
 */
export async function insertPredictions(context: Context, images: readonly DemoImage[], recognition: Recognition): Promise<void> {
  const random = seededRandom(77);
  const judged = images.filter(({ picture }) => picture.plan.test && picture.plan.progress === 'verified');
  const rows = judged.flatMap((image) => {
    const { scene } = image.picture.plan;
    const tags = tagsOf(image);
    return [
      { task: 'scene', labels: guessCategory(recognition, 'scene', scene, random) },
      {
        task: TASK_OF_SCENE[scene],
        labels:
          scene === 'packshot'
            ? guessCategory(recognition, 'brand', tags[0] ?? '', random)
            : guessTags(recognition, TASK_OF_SCENE[scene], tags, random),
      },
    ].map(({ task, labels }) => ({
      workspace_id: context.workspaceId,
      image_id: image.id,
      task_id: idOf(recognition.tasks, task),
      labels: JSON.stringify(labels),
    }));
  });
  await inChunks(rows, (chunk) => context.db.insertInto('prediction').values(chunk).execute());
}

function labelsOf(task: string): readonly string[] {
  return TASKS.find(({ key }) => key === task)?.labels ?? [];
}

function guessCategory({ labels }: Recognition, task: string, truth: string, random: Random): Probability[] {
  const others = labelsOf(task).filter((label) => label !== truth);
  const said = random.chance(RIGHT_CATEGORY) ? truth : random.pick(others);
  const prob = random.between(0.52, 0.98);
  const runnerUp = random.pick(labelsOf(task).filter((label) => label !== said));
  return [
    { id: idOf(labels, said), prob: rounded(prob) },
    { id: idOf(labels, runnerUp), prob: rounded(1 - prob) },
  ];
}

function guessTags({ labels }: Recognition, task: string, truth: readonly string[], random: Random): Probability[] {
  return [...labelsOf(task), `${task}: none`]
    .map((label) => {
      const yes = truth.includes(label) === random.chance(RIGHT_TAG);
      return { id: idOf(labels, label), prob: rounded(yes ? random.between(0.55, 0.97) : random.between(0.03, 0.44)) };
    })
    .sort((a, b) => b.prob - a.prob);
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
