import type {
  DetectionModel,
  DetectionObject,
  DetectionTask,
  Polygon,
  RecognitionTask,
  TrainingImage,
} from '@console/shared-contract/api';
import { expectBody } from '@console/server/testing/api/client';
import { waitUntil } from '@console/server/testing/wait/wait-until';
import { getClient, list, server } from './started-demo';

/** Maximum time in which the started server rebuilds its model files from stored weights and makes predictions. */
export const MODELS_TIMEOUT_MS = 120_000;

/** Defines the tests of the models of the started demo. */
export function describeModels(): void {
  describe('the models', () => {
    const waitUntilTrained = async <T extends { name: string; last_train_status: string | null }>(
      path: string,
      name: string,
    ): Promise<T> => {
      let lastResult: T | undefined;
      await waitUntil(async () => {
        lastResult = (await list<T>(path)).results.find((task) => task.name === name);
        return lastResult?.last_train_status === 'TRAINED';
      }, MODELS_TIMEOUT_MS);
      return lastResult!;
    };
    /** Returns a blood smear image of the test set, which was not used for training. */
    const findTestSmear = async (): Promise<TrainingImage> => {
      const smears = (await list<TrainingImage>('/recognition/v2/training-image/')).results.filter(
        ({ test_image, labels }) => test_image && labels.some(({ name }) => name === 'Blood smear'),
      );
      return smears[0]!;
    };
    const predictImage = async <T>(taskPath: string, task: string, { img_path: _url }: TrainingImage) =>
      expectBody<{ records: T[] }>(await getClient('demo').post(taskPath, { task_id: task, records: [{ _url }] })).records[0]!;
    const computeOverlap = (a: readonly number[], b: readonly number[]) => {
      const getLength = (from: number, to: number) => Math.max(0, to - from);
      const intersection =
        getLength(Math.max(a[0]!, b[0]!), Math.min(a[2]!, b[2]!)) * getLength(Math.max(a[1]!, b[1]!), Math.min(a[3]!, b[3]!));
      const computeArea = (box: readonly number[]) => getLength(box[0]!, box[2]!) * getLength(box[1]!, box[3]!);
      return intersection / (computeArea(a) + computeArea(b) - intersection);
    };
    interface PredictedBox {
      name: string;
      prob: number;
      bound_box: number[];
    }
    /** Returns the ratio of annotated boxes that were predicted with the same label and an overlap above one half. */
    const getFoundRatio = (
      annotatedBoxes: readonly { name: string; box: readonly number[] }[],
      predictedBoxes: readonly PredictedBox[],
    ) =>
      annotatedBoxes.filter(({ name, box }) =>
        predictedBoxes.some((predicted) => predicted.name === name && computeOverlap(predicted.bound_box, box) > 0.5),
      ).length / annotatedBoxes.length;

    testInLongRun(
      'find the cells in a blood smear that is a test image',
      async () => {
        const task = await waitUntilTrained<DetectionTask>('/detection/v2/task/', 'Blood cells');
        const image = await findTestSmear();
        const annotatedObjects = (await list<DetectionObject>('/detection/v2/object/', { image: image.id })).results.map(
          ({ detection_label, data }) => ({ name: detection_label.name, box: data }),
        );
        const { _objects } = await predictImage<{ _objects: PredictedBox[] }>('/detection/v2/detect', task.id, image);
        expect(getFoundRatio(annotatedObjects, _objects)).toBeGreaterThan(0.7);
      },
      MODELS_TIMEOUT_MS,
    );

    testInLongRun(
      'predict polygons of white cells and their nuclei',
      async () => {
        const task = await waitUntilTrained<DetectionTask>('/segmentation/v2/task/', 'Cell parts');
        const image = await findTestSmear();
        const annotatedPolygons = (await list<Polygon>('/segmentation/v2/polygon/', { image: image.id })).results.map(
          ({ segmentation_label, bbox }) => ({ name: segmentation_label.name, box: bbox }),
        );
        const { _objects } = await predictImage<{ _objects: PredictedBox[] }>('/segmentation/v2/predict', task.id, image);
        expect(getFoundRatio(annotatedPolygons, _objects)).toBeGreaterThan(0.5);
      },
      MODELS_TIMEOUT_MS,
    );

    // The server assembles this model first. Only the long run waits for the others, which takes most of the time of all tests.
    it(
      'recognize the scene of an image',
      async () => {
        const task = await waitUntilTrained<RecognitionTask>('/recognition/v2/task/', 'Scene');
        const { best_label } = await predictImage<{ best_label: PredictedBox }>(
          '/recognition/v2/classify/',
          task.id,
          await findTestSmear(),
        );
        expect(best_label.name).toBe('Blood smear');
      },
      MODELS_TIMEOUT_MS,
    );

    testInLongRun(
      'report their scores and can be downloaded',
      async () => {
        const task = await waitUntilTrained<DetectionTask>('/detection/v2/task/', 'Blood cells');
        const [model] = (await list<DetectionModel>('/detection/v2/model/', { detection_task: task.id })).results;
        expect(model).toMatchObject({ train_status: 'TRAINED', error: null, pictures: expect.any(Number) as number });
        expect(model!.map).toBe(model!.scores!.map75);
        expect(model!.scores!.labels.map(({ id }) => id).sort()).toEqual(task.detection_labels.map(({ id }) => id).sort());
        const { model_path_download } = expectBody<DetectionModel>(
          await getClient('demo').post(`/detection/v2/model/${model!.id}/request-download`, {}),
        );
        expect((await fetch(new URL(model_path_download!, server.origin))).headers.get('content-type')).toBe('application/zip');
      },
      MODELS_TIMEOUT_MS,
    );

    testInLongRun(
      'create no notices for the user who owns them',
      async () => {
        for (const task of ['Scene', 'Brand', 'White cell type', 'Shelf findings', 'Fruit quality', 'Smear findings'])
          await waitUntilTrained('/recognition/v2/task/', task);
        expect(expectBody(await getClient('demo').get('/account/v2/notice/'))).toMatchObject({ count: 0, unread: 0 });
      },
      MODELS_TIMEOUT_MS,
    );

    testInLongRun(
      'recognize the brand of an object',
      async () => {
        const task = await waitUntilTrained<RecognitionTask>('/recognition/v2/task/', 'Brand');
        const labelledObjects = (await list<DetectionObject>('/detection/v2/object/', { object_labels: task.labels[0]!.id }))
          .results;
        const { image, data, recognition_labels } = labelledObjects[0]!;
        const records = [{ _url: image.img_path, _objects: [{ bound_box: data }], _extract_object: true }];
        const response = expectBody<{ records: { best_label: PredictedBox }[] }>(
          await getClient('demo').post('/recognition/v2/classify/', { task_id: task.id, records }),
        );
        expect(recognition_labels.map(({ name }) => name)).toContain(response.records[0]!.best_label.name);
      },
      MODELS_TIMEOUT_MS,
    );

    testInLongRun.each(['Smears: cells', 'Picture triage'])(
      'run the flow %s',
      async (name) => {
        for (const task of ['Scene', 'Brand', 'White cell type', 'Shelf findings', 'Fruit quality', 'Smear findings'])
          await waitUntilTrained('/recognition/v2/task/', task);
        for (const task of ['Shelf fill level', 'Ripeness']) await waitUntilTrained('/recognition/v2/task/', task);
        await waitUntilTrained('/detection/v2/task/', 'Blood cells');
        const flow = (await list<{ id: string; name: string }>('/flows/v2/flow/')).results.find(
          (candidate) => candidate.name === name,
        );
        const records = [{ _url: (await findTestSmear()).img_path }];
        const response = expectBody<{ records: { _tags: { labels: { name: string }[] }[]; _objects: unknown[] }[] }>(
          await getClient('demo').post('/flows/v2/process', { flow: flow?.id, records }),
        );
        const { _tags, _objects } = response.records[0]!;
        expect(_tags[0]!.labels[0]!.name).toBe('Blood smear');
        // The labelling flow `Smears: cells` finds objects. The other flow returns two entries in `_tags`.
        expect(name === 'Smears: cells' ? _objects.length > 5 : _tags.length === 2).toBe(true);
      },
      MODELS_TIMEOUT_MS,
    );
  });
}
