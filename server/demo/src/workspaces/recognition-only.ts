import type { MadePicture } from '../pictures/make';
import { idOf, type Context } from '../write/context';
import { insertImages, insertVerifications } from '../write/images';
import { insertJob } from '../write/jobs';
import { insertRecognition, labelImages } from '../write/recognition';
import { insertPoints, isAnnotated } from '../write/shapes';

/** Fills the workspace that has recognition and annotation only: pictures with labels and points, and a job. */
export async function fillRecognitionOnly(context: Context, pictures: readonly MadePicture[]): Promise<void> {
  const images = await insertImages(context, pictures, [4, 3]);
  await insertVerifications(context, images);
  await insertPoints(context, images);
  const recognition = await insertRecognition(
    context,
    [
      { key: 'smear', name: 'Smear', type: 'category' },
      { key: 'fruit', name: 'Plate', type: 'category' },
      { key: 'sharp', name: 'In focus', type: 'tag' },
      { key: 'dark', name: 'Too dark', type: 'tag' },
      { key: 'quality', name: 'Quality', type: 'value', range: [1, 5, 1] },
    ],
    [
      {
        key: 'kind',
        name: 'Kind of picture',
        type: 'multi_class',
        description: 'For people who are new to labelling.',
        labels: ['smear', 'fruit'],
      },
      {
        key: 'state',
        name: 'State of the picture',
        type: 'multi_label',
        description: 'All that is true of it.',
        labels: ['sharp', 'dark'],
      },
      { key: 'grade', name: 'Grade', type: 'regression', description: 'From 1 (useless) to 5 (perfect).', labels: ['quality'] },
    ],
  );
  await labelImages(
    context,
    recognition,
    images.filter(isAnnotated).flatMap(({ id, picture, created }, index) => [
      { target: id, label: picture.plan.scene, created },
      { target: id, label: index % 3 === 2 ? 'state: none' : 'sharp', created },
      { target: id, label: 'quality', value: 2 + (index % 4), created },
    ]),
  );
  await insertJob(
    context,
    {
      type: 'image',
      name: 'First steps',
      description: 'Label every picture, then compare with your neighbour.',
      todoNumber: 2,
      taskIds: [idOf(recognition.tasks, 'kind'), idOf(recognition.tasks, 'state')],
      items: images.map((image) => image.id),
      doneBy: [1],
    },
    4,
  );
}
