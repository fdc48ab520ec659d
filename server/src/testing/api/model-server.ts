import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Config } from '../../platform/config';
import { createTestServer, type TestServer } from './test-server';

interface ModelServerRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
  body: unknown;
}

/** A response of the model server. 'nothing' never responds, and 'hang up' closes the connection. */
export type ModelServerResponse = { status?: number; json?: unknown; text?: string } | 'nothing' | 'hang up';

/** The response for a model file. If content-length exceeds `bytes`, the response stays incomplete. */
export type ModelFileResponse = { status?: number; headers?: Record<string, string | number>; bytes?: Buffer };

export interface TestModelServer {
  url: string;
  /** Requests in order, except those for model files. */
  requests: ModelServerRequest[];
  fileRequests: ModelServerRequest[];
  /** Sets the response to all further requests. */
  answer: (getResponse: (request: ModelServerRequest) => ModelServerResponse | Promise<ModelServerResponse>) => void;
  /** Sets the response to requests for model files. Initially 404. */
  setFileResponse: (getResponse: (request: ModelServerRequest) => ModelFileResponse) => void;
  close: () => Promise<void>;
}

/** Starts an HTTP server on a free port that replaces an external model server. */
export async function startModelServer(): Promise<TestModelServer> {
  const requests: ModelServerRequest[] = [];
  const fileRequests: ModelServerRequest[] = [];
  let getFileResponse: (request: ModelServerRequest) => ModelFileResponse = () => ({ status: 404 });
  let getResponse: Parameters<TestModelServer['answer']>[0] = () => ({ status: 500 });
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
      const { status = 200, headers = {}, bytes = Buffer.alloc(0) } = getFileResponse(request);
      response.writeHead(status, headers);
      response.write(bytes, () => bytes.length < Number(headers['content-length'] ?? 0) || response.end());
      return;
    }
    requests.push(request);
    const modelResponse = await getResponse(request);
    if (modelResponse === 'nothing') return;
    if (modelResponse === 'hang up') {
      incoming.socket.destroy();
      return;
    }
    response.writeHead(modelResponse.status ?? 200, { 'content-type': 'application/json' });
    response.end(modelResponse.text ?? JSON.stringify(modelResponse.json ?? {}));
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (next) => {
      getResponse = next;
    },
    fileRequests,
    setFileResponse: (next) => {
      getFileResponse = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Starts a server that uses a test model server, for all tests of a file. The fields of both servers are set before the first test. */
export function setUpServerWithModels(
  config: Partial<Config> = {},
  timeoutMs = 300,
): { server: TestServer; models: TestModelServer } {
  const startedServers = { server: {} as TestServer, models: {} as TestModelServer };
  beforeAll(async () => {
    Object.assign(startedServers.models, await startModelServer());
    const modelServer = { url: startedServers.models.url, token: 'secret-of-the-model-server', timeoutMs };
    Object.assign(startedServers.server, await createTestServer({ config: { modelServer, ...config } }));
  });
  afterAll(async () => {
    await startedServers.server.close();
    await startedServers.models.close();
  });
  return startedServers;
}
