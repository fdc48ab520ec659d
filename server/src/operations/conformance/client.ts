import { MAX_RESPONSE_BYTES } from '../../ml/models/external/response-schemas';

/** A model server and how to reach it. */
export interface ModelServerAccess {
  url: string;
  token: string | null;
  timeoutMs: number;
}

/** A response. `value` is the parsed JSON of the body, undefined if the body is not JSON. `size` is in bytes. */
export interface CallResponse {
  status: number;
  contentType: string | null;
  value: unknown;
  size: number;
}

/** Thrown if a call has no response that the console accepts. The message says why. */
export class NoResponse extends Error {}

interface Call {
  body?: unknown;
  key?: string;
  token?: string | null;
  /** Maximum size of the response in bytes. */
  maxBytes?: number;
}

/** Sends a call as the console does. Throws NoResponse. */
export async function sendCall(
  server: ModelServerAccess,
  method: 'GET' | 'POST',
  path: string,
  call: Call = {},
): Promise<CallResponse> {
  const { body, key, token = server.token, maxBytes = MAX_RESPONSE_BYTES } = call;
  const timeout = AbortSignal.timeout(server.timeoutMs);
  const rethrow = (error: unknown): never => {
    if (error instanceof NoResponse) throw error;
    if (timeout.aborted) throw new NoResponse(`no response within ${server.timeoutMs / 1000} s`);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new NoResponse(`the call failed: ${cause instanceof Error ? cause.message : String(cause)}`);
  };
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Token ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'manual',
    signal: timeout,
  }).catch(rethrow);
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new NoResponse(`a redirect (${response.status}), which is not followed`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const isText = maxBytes === MAX_RESPONSE_BYTES;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new NoResponse(`more than ${maxBytes} bytes`);
      if (isText) chunks.push(chunk);
    }
  } catch (error) {
    rethrow(error);
  }
  return { status: response.status, contentType: response.headers.get('content-type'), value: parseJson(chunks), size };
}

function parseJson(chunks: Uint8Array[]): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
}
