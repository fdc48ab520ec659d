import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed body. Undefined if it is not JSON. */
  body: unknown;
  text: string;
  bytes: Buffer;
}

export interface RequestOptions {
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
  headers?: Record<string, string>;
  /** Sent unchanged instead of a JSON body. */
  rawBody?: string;
  /** Uses a new connection for this request alone. Default: a connection that other requests use, too. */
  hasOwnConnection?: boolean;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const agent = new Agent({ keepAlive: true });

/** Sends HTTP requests to a server as one user. Paths do not include /api, as in the specification. */
export class TestClient {
  /** `origin` such as http://127.0.0.1:3000; `authorization` is the whole header, or null for none. */
  constructor(
    readonly origin: string,
    readonly authorization: string | null,
  ) {}

  get(path: string, query?: RequestOptions['query']): Promise<TestResponse> {
    return this.send('GET', path, undefined, { query });
  }
  post(path: string, body?: unknown, options?: RequestOptions): Promise<TestResponse> {
    return this.send('POST', path, body, options);
  }
  put(path: string, body?: unknown, options?: RequestOptions): Promise<TestResponse> {
    return this.send('PUT', path, body, options);
  }
  patch(path: string, body?: unknown, options?: RequestOptions): Promise<TestResponse> {
    return this.send('PATCH', path, body, options);
  }
  delete(path: string, body?: unknown, options?: RequestOptions): Promise<TestResponse> {
    return this.send('DELETE', path, body, options);
  }

  async send(
    method: Method,
    path: string,
    body?: unknown,
    { query, headers, rawBody, hasOwnConnection }: RequestOptions = {},
  ): Promise<TestResponse> {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const clientRequest = httpRequest(`${this.origin}/api${path}${toQueryString(query)}`, {
      method,
      agent: hasOwnConnection ? false : agent,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...(this.authorization ? { authorization: this.authorization } : {}),
        ...headers,
      },
    });
    return new Promise((resolve, reject) => {
      clientRequest.once('error', reject);
      clientRequest.once('response', (response) => {
        buffer(response).then((bytes) => {
          const text = bytes.toString();
          const isJson = text !== '' && response.headers['content-type'] === 'application/json';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            bytes,
            body: isJson ? JSON.parse(text) : undefined,
          });
        }, reject);
      });
      clientRequest.end(payload);
    });
  }
}

/** Returns the body of a response as the expected type. Throws with the response if its status differs. */
export function expectBody<T>(response: TestResponse, status = 200): T {
  if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}: ${response.text.slice(0, 500)}`);
  return response.body as T;
}

function toQueryString(query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) parameters.append(name, String(item));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
