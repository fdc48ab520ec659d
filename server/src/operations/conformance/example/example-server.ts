import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { z } from 'zod';
import { readImage } from './colours';
import { readAnnotations, readDataset, type ConsoleAccess } from './console';
import { classify, computeDescriptor, detectObjects, trainModel, type Model } from './models';

/** Configuration of the example server. */
interface ExampleOptions {
  port: number;
  /** The console's MODEL_SERVER_TOKEN. If it is null, everyone who can reach the port has access. */
  token: string | null;
  /** Folder of the model files. */
  folder: string;
  console: ConsoleAccess;
}

/** An error response. The console shows the reason to the user. */
class Refusal extends Error {
  constructor(
    readonly statusCode: number,
    detail: string,
  ) {
    super(detail);
  }
}

const MAX_BODY_BYTES = 600_000_000;
const Id = z.uuid();
const Labels = z.array(z.object({ id: Id, name: z.string() }));
const TrainBody = z.object({
  id: Id,
  workspace: Id,
  task: z.object({ id: Id, labels: Labels }),
  // Older consoles do not send a dataset version. The server then reads the workspace.
  dataset: z.object({ url: z.string() }).optional(),
});
const Records = z.array(z.object({ _base64: z.string() })).min(1);
const PredictBody = z.object({ model_id: Id, labels: Labels, records: Records });
const DescriptorBody = z.object({ records: Records });

type ModelParams = { Params: { id: string } };
type TrainingState = {
  train_status: 'TRAINING' | 'TRAINED' | 'FAILED';
  error: string | null;
  map: null;
  progress?: { phase: 'training'; done: number; total: number };
};

/**
 * Starts a small model server that recognizes objects by their mean colour. It implements docs/model-server.md except
 * for flows, the decision trees of labels.
 */
export async function startExampleServer({
  port,
  token,
  folder,
  console: access,
}: ExampleOptions): Promise<{ url: string; close: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const getFile = (modelId: string) => join(folder, `${modelId}.json`);
  const states = new Map<string, TrainingState>();

  const readModel = async (id: string): Promise<Model> => {
    const text = Id.safeParse(id).success ? await readFile(getFile(id), 'utf8').catch(() => null) : null;
    if (text === null) throw new Refusal(404, 'There is no such model.');
    return JSON.parse(text) as Model;
  };
  const readState = async (id: string): Promise<TrainingState> => {
    const state = states.get(id);
    if (state) return state;
    // The model was trained before this process started.
    await readModel(id);
    return { train_status: 'TRAINED', error: null, map: null };
  };

  async function train(domain: Model['domain'], { id, workspace, task, dataset }: z.output<typeof TrainBody>): Promise<void> {
    try {
      const labels = new Set(task.labels.map((label) => label.id));
      const annotations = dataset ? readDataset(access, dataset.url, labels) : readAnnotations(access, domain, workspace, labels);
      const model = await trainModel(domain, task.labels, annotations);
      await writeFile(`${getFile(id)}.part`, JSON.stringify(model));
      await rename(`${getFile(id)}.part`, getFile(id));
      states.set(id, { train_status: 'TRAINED', error: null, map: null });
    } catch (error) {
      states.set(id, { train_status: 'FAILED', error: error instanceof Error ? error.message : String(error), map: null });
    }
  }

  /** Predicts each record separately, so that an unreadable image does not affect the others. */
  async function predictRecords(
    records: z.output<typeof Records>,
    predictImage: (input: Awaited<ReturnType<typeof readImage>>) => object,
  ): Promise<object> {
    const results = records.map(async ({ _base64 }) => {
      const input = await readImage(Buffer.from(_base64, 'base64')).catch(() => null);
      return input ? predictImage(input) : { _status: { code: 400, text: 'The image could not be read.' } };
    });
    return { records: await Promise.all(results) };
  }

  async function predict(domain: Model['domain'], body: unknown): Promise<object> {
    const { model_id, labels, records } = PredictBody.parse(body);
    const model = await readModel(model_id);
    if (model.domain !== domain) throw new Refusal(404, 'There is no such model.');
    const requestedLabels = new Set(labels.map(({ id }) => id));
    const isRequested = (id: string) => requestedLabels.has(id);
    if (domain === 'recognition') return predictRecords(records, (input) => ({ labels: classify(model, input, isRequested) }));
    return predictRecords(records, (input) => ({
      _objects: detectObjects(model, input, isRequested).map(({ polygon, ...object }) =>
        domain === 'segmentation' ? { ...object, polygon } : object,
      ),
    }));
  }

  const app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  app.addHook('onRequest', async (request) => {
    if (token !== null && request.headers.authorization !== `Token ${token}`) throw new Refusal(401, 'The token is wrong.');
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'There is no such call.' }));
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ detail: z.prettifyError(error).slice(0, 500) });
    const { statusCode: status = 500, message } = error;
    return reply.code(status).send({ detail: status < 500 ? message : 'The example server has an internal error.' });
  });
  const paths = {
    recognition: '/recognition/v2/classify/',
    detection: '/detection/v2/detect',
    segmentation: '/segmentation/v2/predict',
  };
  for (const domain of ['recognition', 'detection', 'segmentation'] as const) {
    app.post(`/${domain}/v2/task/:id/train`, async ({ body }) => {
      const trainRequest = TrainBody.parse(body);
      // The same request may arrive twice if the first response was lost.
      const state = await readState(trainRequest.id).catch(() => null);
      if (state) return state;
      const progress = { phase: 'training', done: 0, total: 1 } as const;
      const initialState: TrainingState = { train_status: 'TRAINING', error: null, map: null, progress };
      states.set(trainRequest.id, initialState);
      void train(domain, trainRequest);
      return initialState;
    });
    app.get<ModelParams>(`/${domain}/v2/model/:id`, ({ params }) => readState(params.id));
    // Trainings are too short to be cancelled, so this call only returns the state.
    app.post<ModelParams>(`/${domain}/v2/model/:id/cancel`, ({ params }) => readState(params.id));
    app.get<ModelParams>(`/${domain}/v2/model/:id/file`, async ({ params }, reply) =>
      reply.type('application/octet-stream').send(Buffer.from(JSON.stringify(await readModel(params.id)))),
    );
    app.post(paths[domain], ({ body }) => predict(domain, body));
  }
  app.post('/similarity/training/v2/descriptor', ({ body }) =>
    predictRecords(DescriptorBody.parse(body).records, (input) => ({ descriptor: computeDescriptor(input) })),
  );
  return { url: await app.listen({ port, host: '127.0.0.1' }), close: () => app.close() };
}
