/** Maximum age of an early response in milliseconds. Code that arrives later requests the data again. */
const MAX_AGE_MS = 10_000;

interface EarlyRequest<T> {
  response: Promise<T>;
  controller: AbortController;
  timer: ReturnType<typeof setTimeout>;
}

/** By access token and URL, which contains the workspace. A response can only be taken by its own user and workspace. */
const earlyRequests = new Map<string, EarlyRequest<unknown>>();

/** Removes a request, so that it is taken only once. */
function takeEarlyRequest(key: string): EarlyRequest<unknown> | undefined {
  const request = earlyRequests.get(key);
  clearTimeout(request?.timer);
  earlyRequests.delete(key);
  return request;
}

/** Sends a request whose response the first identical request takes. A failure is ignored: that request is then sent normally. */
export function sendEarly(key: string, send: (signal: AbortSignal) => Promise<unknown>): void {
  if (earlyRequests.has(key)) return;
  const controller = new AbortController();
  const response = send(controller.signal);
  response.catch(() => undefined);
  const timer = setTimeout(() => takeEarlyRequest(key)?.controller.abort(), MAX_AGE_MS);
  earlyRequests.set(key, { response, controller, timer });
}

/**
 * Returns the response to an identical early request, or sends the request if there is none or it has failed.
 * @param signal aborts the early request, too
 */
export async function takeEarlyOrSend<T>(key: string, signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> {
  const request = takeEarlyRequest(key) as EarlyRequest<T> | undefined;
  if (!request) return send();
  const abort = () => request.controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  try {
    return await request.response;
  } catch {
    return send();
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Aborts and drops all early requests: after a write, a switch of the workspace and the end of the session. */
export function dropEarlyRequests(): void {
  for (const key of earlyRequests.keys()) takeEarlyRequest(key)?.controller.abort();
}
