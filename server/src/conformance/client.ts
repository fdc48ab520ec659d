import { MAX_RESPONSE_BYTES } from '../models/response-schemas';

export interface Server {
  url: string;
  token: string | null;
  timeoutMs: number;
}

/** What came of a call. `value` is the JSON of the body; undefined where it is none. */
export interface Answer {
  status: number;
  contentType: string | null;
  value: unknown;
  size: number;
}

/** A call that had no answer which the console would take; the message says why. */
export class NoAnswer extends Error {}

interface Call {
  body?: unknown;
  key?: string;
  token?: string | null;
  /** Bytes of an answer that are taken at most. */
  most?: number;
}

/** Asks as the console does. Throws NoAnswer. */
export async function ask(server: Server, method: 'GET' | 'POST', path: string, call: Call = {}): Promise<Answer> {
  const { body, key, token = server.token, most = MAX_RESPONSE_BYTES } = call;
  const patience = AbortSignal.timeout(server.timeoutMs);
  const unheard = (error: unknown): never => {
    if (error instanceof NoAnswer) throw error;
    if (patience.aborted) throw new NoAnswer(`no answer within ${server.timeoutMs / 1000} s`);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new NoAnswer(`the call failed: ${cause instanceof Error ? cause.message : String(cause)}`);
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
    signal: patience,
  }).catch(unheard);
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new NoAnswer(`a redirect (${response.status}), which is not followed`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const isText = most === MAX_RESPONSE_BYTES;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > most) throw new NoAnswer(`more than ${most} bytes`);
      if (isText) chunks.push(chunk);
    }
  } catch (error) {
    unheard(error);
  }
  return { status: response.status, contentType: response.headers.get('content-type'), value: parsed(chunks), size };
}

function parsed(chunks: Uint8Array[]): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
}
