import { createServer, type IncomingMessage } from 'node:http';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { readImage } from './colours';
import { readAnnotations, type ConsoleAccess } from './console';
import { classify, computeDescriptor, detectObjects, trainModel, type Model } from './models';

/** Configuration of the example server. */
export interface ExampleOptions {
  port: number;
  /** The console's MODEL_SERVER_TOKEN. With null everyone who reaches the port has access. */
  token: string | null;
  /** Folder of the model files. */
  folder: string;
  console: ConsoleAccess;
}

/** An error response. The console shows the reason to the user. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

const MAX_BODY_BYTES = 600_000_000;
const Domain = z.enum(['recognition', 'detection', 'segmentation']);
const Id = z.uuid();
const Labels = z.array(z.object({ id: Id, name: z.string() }));
const TrainBody = z.object({ id: Id, workspace: Id, task: z.object({ id: Id, labels: Labels }) });
const Records = z.array(z.object({ _base64: z.string() })).min(1);
const PredictBody = z.object({ model_id: Id, labels: Labels, records: Records });
const DescriptorBody = z.object({ records: Records });

type State = { train_status: 'TRAINING' | 'TRAINED' | 'FAILED'; error: string | null; map: null };

/** Starts a small model server that recognizes objects by their mean colour. It implements docs/model-server.md without flows. */
export async function startExampleServer({
  port,
  token,
  folder,
  console: access,
}: ExampleOptions): Promise<{ url: string; close: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const getFile = (model: string) => join(folder, `${model}.json`);
  const states = new Map<string, State>();

  const readModel = async (id: string): Promise<Model> => {
    const text = await readFile(getFile(id), 'utf8').catch(() => null);
    if (text === null) throw new Refusal(404, 'There is no such model.');
    return JSON.parse(text) as Model;
  };
  const readState = async (id: string): Promise<State> => {
    const state = states.get(id);
    if (state) return state;
    // The model was trained before this process started.
    await readModel(id);
    return { train_status: 'TRAINED', error: null, map: null };
  };

  async function train(domain: Model['domain'], { id, workspace, task }: z.output<typeof TrainBody>): Promise<void> {
    try {
      const annotations = readAnnotations(access, domain, workspace, new Set(task.labels.map((label) => label.id)));
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
    const { model_id, labels, records } = parseBody(PredictBody, body);
    const model = await readModel(model_id);
    if (model.domain !== domain) throw new Refusal(404, 'There is no such model.');
    const requested = new Set(labels.map(({ id }) => id));
    const isRequested = (id: string) => requested.has(id);
    if (domain === 'recognition') return predictRecords(records, (input) => ({ labels: classify(model, input, isRequested) }));
    return predictRecords(records, (input) => ({
      _objects: detectObjects(model, input, isRequested).map(({ polygon, ...object }) =>
        domain === 'segmentation' ? { ...object, polygon } : object,
      ),
    }));
  }

  const DOMAIN_BY_PATH: Record<string, Model['domain']> = {
    '/recognition/v2/classify/': 'recognition',
    '/detection/v2/detect': 'detection',
    '/segmentation/v2/predict': 'segmentation',
  };

  async function handle(request: IncomingMessage): Promise<object | Buffer> {
    if (token !== null && request.headers.authorization !== `Token ${token}`) throw new Refusal(401, 'The token is wrong.');
    const path = request.url ?? '';
    const [, domain, , kind, id = '', rest] = path.split('/');
    const parsedDomain = Domain.safeParse(domain).data;
    if (request.method === 'POST' && parsedDomain && kind === 'task' && rest === 'train') {
      const trainRequest = parseBody(TrainBody, await readBody(request));
      // The same request may arrive twice if the first response was lost.
      const state = await readState(trainRequest.id).catch(() => null);
      if (state) return state;
      const started: State = { train_status: 'TRAINING', error: null, map: null };
      states.set(trainRequest.id, started);
      void train(parsedDomain, trainRequest);
      return started;
    }
    if (request.method === 'GET' && parsedDomain && kind === 'model' && Id.safeParse(id).success) {
      if (rest === undefined) return readState(id);
      if (rest === 'file') return Buffer.from(JSON.stringify(await readModel(id)));
    }
    const predictionDomain = DOMAIN_BY_PATH[path];
    if (request.method === 'POST' && predictionDomain) return predict(predictionDomain, await readBody(request));
    if (request.method === 'POST' && path === '/similarity/training/v2/descriptor')
      return predictRecords(parseBody(DescriptorBody, await readBody(request)).records, (input) => ({
        descriptor: computeDescriptor(input),
      }));
    throw new Refusal(404, 'There is no such call.');
  }

  const server = createServer((request, response) => {
    handle(request).then(
      (result) => {
        if (Buffer.isBuffer(result))
          response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': result.length }).end(result);
        else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
      },
      (error: unknown) => {
        const [status, detail] =
          error instanceof Refusal ? [error.status, error.message] : [500, 'The example server has an internal error.'];
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'The body is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

function parseBody<T extends z.ZodType>(shape: T, body: unknown): z.output<T> {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(400, `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'is invalid'}`);
}
