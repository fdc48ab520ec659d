import { createServer, type IncomingMessage } from 'node:http';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { see } from './colours';
import { annotationsOf, type ConsoleAccess } from './console';
import { classify, describe, find, learn, type Model } from './models';

export interface ExampleOptions {
  port: number;
  /** What the console sends as MODEL_SERVER_TOKEN; null: whoever reaches the port is let in. */
  token: string | null;
  /** Where the models are kept. */
  folder: string;
  console: ConsoleAccess;
}

/** A call's end that is no answer: the status with the reason, which the console shows to a person. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

const LARGEST_BODY = 600_000_000;
const Domain = z.enum(['recognition', 'detection', 'segmentation']);
const Id = z.uuid();
const Labels = z.array(z.object({ id: Id, name: z.string() }));
const TrainBody = z.object({ id: Id, workspace: Id, task: z.object({ id: Id, labels: Labels }) });
const Records = z.array(z.object({ _base64: z.string() })).min(1);
const AskBody = z.object({ model_id: Id, labels: Labels, records: Records });
const DescribeBody = z.object({ records: Records });

type State = { train_status: 'TRAINING' | 'TRAINED' | 'FAILED'; error: string | null; map: null };

/** A model server that knows things by their mean colour: small, and all that docs/model-server.md asks for but flows. */
export async function startExample({
  port,
  token,
  folder,
  console: access,
}: ExampleOptions): Promise<{ url: string; close: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const fileOf = (model: string) => join(folder, `${model}.json`);
  const states = new Map<string, State>();

  const modelOf = async (id: string): Promise<Model> => {
    const text = await readFile(fileOf(id), 'utf8').catch(() => null);
    if (text === null) throw new Refusal(404, 'There is no such model.');
    return JSON.parse(text) as Model;
  };
  const stateOf = async (id: string): Promise<State> => {
    const known = states.get(id);
    if (known) return known;
    // Trained before this process began.
    await modelOf(id);
    return { train_status: 'TRAINED', error: null, map: null };
  };

  async function train(domain: Model['domain'], { id, workspace, task }: z.output<typeof TrainBody>): Promise<void> {
    try {
      const annotations = annotationsOf(access, domain, workspace, new Set(task.labels.map((label) => label.id)));
      const { model } = await learn(domain, task.labels, annotations);
      await writeFile(`${fileOf(id)}.part`, JSON.stringify(model));
      await rename(`${fileOf(id)}.part`, fileOf(id));
      states.set(id, { train_status: 'TRAINED', error: null, map: null });
    } catch (error) {
      states.set(id, { train_status: 'FAILED', error: error instanceof Error ? error.message : String(error), map: null });
    }
  }

  /** Each record is answered for itself: one that cannot be read keeps no other from its answer. */
  async function each(
    records: z.output<typeof Records>,
    say: (seen: Awaited<ReturnType<typeof see>>) => object,
  ): Promise<object> {
    const answers = records.map(async ({ _base64 }) => {
      const seen = await see(Buffer.from(_base64, 'base64')).catch(() => null);
      return seen ? say(seen) : { _status: { code: 400, text: 'The picture could not be read.' } };
    });
    return { records: await Promise.all(answers) };
  }

  async function ask(domain: Model['domain'], body: unknown): Promise<object> {
    const { model_id, labels, records } = parsed(AskBody, body);
    const model = await modelOf(model_id);
    if (model.domain !== domain) throw new Refusal(404, 'There is no such model.');
    const asked = new Set(labels.map(({ id }) => id));
    const isAsked = (id: string) => asked.has(id);
    if (domain === 'recognition') return each(records, (seen) => ({ labels: classify(model, seen, isAsked) }));
    return each(records, (seen) => ({
      _objects: find(model, seen, isAsked).map(({ polygon, ...object }) =>
        domain === 'segmentation' ? { ...object, polygon } : object,
      ),
    }));
  }

  const ASKED: Record<string, Model['domain']> = {
    '/recognition/v2/classify/': 'recognition',
    '/detection/v2/detect': 'detection',
    '/segmentation/v2/predict': 'segmentation',
  };

  async function answer(request: IncomingMessage): Promise<object | Buffer> {
    if (token !== null && request.headers.authorization !== `Token ${token}`) throw new Refusal(401, 'The token is wrong.');
    const path = request.url ?? '';
    const [, domain, , kind, id = '', rest] = path.split('/');
    const ofDomain = Domain.safeParse(domain).data;
    if (request.method === 'POST' && ofDomain && kind === 'task' && rest === 'train') {
      const order = parsed(TrainBody, await bodyOf(request));
      // The same training may be ordered twice, where our answer was lost.
      const known = await stateOf(order.id).catch(() => null);
      if (known) return known;
      const begun: State = { train_status: 'TRAINING', error: null, map: null };
      states.set(order.id, begun);
      void train(ofDomain, order);
      return begun;
    }
    if (request.method === 'GET' && ofDomain && kind === 'model' && Id.safeParse(id).success) {
      if (rest === undefined) return stateOf(id);
      if (rest === 'file') return Buffer.from(JSON.stringify(await modelOf(id)));
    }
    const asked = ASKED[path];
    if (request.method === 'POST' && asked) return ask(asked, await bodyOf(request));
    if (request.method === 'POST' && path === '/similarity/training/v2/descriptor')
      return each(parsed(DescribeBody, await bodyOf(request)).records, (seen) => ({ descriptor: describe(seen) }));
    throw new Refusal(404, 'There is no such call.');
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (said) => {
        if (Buffer.isBuffer(said))
          response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': said.length }).end(said);
        else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      },
      (error: unknown) => {
        const [status, detail] = error instanceof Refusal ? [error.status, error.message] : [500, 'This server is out of order.'];
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

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Refusal(413, 'The body is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    throw new Refusal(400, 'The body is no JSON.');
  }
}

function parsed<T extends z.ZodType>(shape: T, body: unknown): z.output<T> {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(400, `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'is wrong'}`);
}
