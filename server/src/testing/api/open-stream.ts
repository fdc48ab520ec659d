import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { LiveEvent } from '@console/shared-contract/api';
import { waitUntil } from '../wait/wait-until';
import type { TestClient } from './client';

/** An open live stream, with the messages that it has received. */
export interface OpenStream {
  response: IncomingMessage;
  events: LiveEvent[];
  request: ClientRequest;
  isClosed: () => boolean;
  /** Waits for a message of a kind. */
  waitFor: <E extends LiveEvent['event']>(event: E) => Promise<Extract<LiveEvent, { event: E }>>;
}

const openedRequests: ClientRequest[] = [];

/** Closes all streams that tests have opened. */
export function closeStreams(): void {
  for (const request of openedRequests.splice(0)) request.destroy();
}

/** Opens a stream, and waits until changes are announced. Resolves at once if the server refuses it. */
export async function openStream(
  { origin }: { origin: string },
  { authorization }: Pick<TestClient, 'authorization'>,
  query = '',
): Promise<OpenStream> {
  const request = httpRequest(`${origin}/api/live/v2/stream?${query}`, {
    agent: false,
    headers: { authorization: authorization ?? '' },
  });
  openedRequests.push(request);
  request.on('error', () => undefined);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const events: LiveEvent[] = [];
  let text = '';
  let isClosed = false;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)) as LiveEvent);
  });
  response.on('error', () => undefined).once('close', () => (isClosed = true));
  const waitFor: OpenStream['waitFor'] = async (event) => {
    const findEvent = () => events.find((receivedEvent) => receivedEvent.event === event);
    await waitUntil(() => findEvent() !== undefined, 5_000);
    return findEvent() as Extract<LiveEvent, { event: typeof event }>;
  };
  if (response.statusCode === 200) await waitFor('connected');
  return { response, events, request, isClosed: () => isClosed, waitFor };
}
