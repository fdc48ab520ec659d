import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Config } from '../config';
import { makeTestServer, type TestServer } from './test-server';

export interface ModelServerRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
  body: unknown;
}

/** What the model server answers: a status with JSON or other text; 'nothing' leaves the caller waiting, 'hang up' cuts it off. */
export type ModelServerAnswer = { status?: number; json?: unknown; text?: string } | 'nothing' | 'hang up';

/** What is answered for a model's file: some bytes of as many as the header says; it stops there where it says more. */
export type ModelFileAnswer = { status?: number; headers?: Record<string, string | number>; bytes?: Buffer };

export interface TestModelServer {
  url: string;
  /** In the order they came; those for files of models apart. */
  requests: ModelServerRequest[];
  fileRequests: ModelServerRequest[];
  /** Says what is answered from now on. */
  answer: (answer: (request: ModelServerRequest) => ModelServerAnswer) => void;
  /** Says what is answered for files of models; until then there are none. */
  answerFile: (answer: (request: ModelServerRequest) => ModelFileAnswer) => void;
  close: () => Promise<void>;
}

/** A real HTTP server on a free port in the place of an outside model server. */
export async function startModelServer(): Promise<TestModelServer> {
  const requests: ModelServerRequest[] = [];
  const fileRequests: ModelServerRequest[] = [];
  let fileOf: (request: ModelServerRequest) => ModelFileAnswer = () => ({ status: 404 });
  let answerOf: (request: ModelServerRequest) => ModelServerAnswer = () => ({ status: 500 });
  const server = createServer((incoming, response) => void respond(incoming, response));

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization, 'idempotency-key': key } = incoming.headers;
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      authorization,
      idempotencyKey: key?.toString(),
      body: incoming.method === 'POST' ? await json(incoming) : undefined,
    };
    if (request.path.endsWith('/file')) {
      fileRequests.push(request);
      const { status = 200, headers = {}, bytes = Buffer.alloc(0) } = fileOf(request);
      response.writeHead(status, headers);
      response.write(bytes, () => bytes.length < Number(headers['content-length'] ?? 0) || response.end());
      return;
    }
    requests.push(request);
    const answer = answerOf(request);
    if (answer === 'nothing') return;
    if (answer === 'hang up') {
      incoming.socket.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
    response.end(answer.text ?? JSON.stringify(answer.json ?? {}));
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (next) => {
      answerOf = next;
    },
    fileRequests,
    answerFile: (next) => {
      fileOf = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A server of the API that trains and predicts at a model server of its own; the caller closes both. */
export async function makeServerWithModels(
  config: Partial<Config> = {},
): Promise<{ server: TestServer; models: TestModelServer }> {
  const models = await startModelServer();
  const modelServer = { url: models.url, token: 'secret-of-the-model-server', timeoutMs: 300 };
  return { server: await makeTestServer({ config: { modelServer, ...config } }), models };
}
