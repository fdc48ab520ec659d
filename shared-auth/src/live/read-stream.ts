import type { LiveEvent } from '@console/shared-contract/api';
import { createParser } from 'eventsource-parser';
import { ApiError } from '../http/errors';

/** A stream that delivers no message within this time is closed, because a proxy may be buffering the messages. */
const FIRST_MESSAGE_TIMEOUT_MS = 10_000;
/** Number of missing heartbeats after which the connection counts as lost. */
const MISSED_HEARTBEATS = 2.5;

/** Opens the stream with the access token. Rejects with ApiError if the server refuses it or cannot be reached. */
export async function openStream(url: string, access: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const headers = { Authorization: `Bearer ${access}`, Accept: 'text/event-stream' };
  const response = await fetch(url, { headers, signal, cache: 'no-store' }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ApiError(0, String(error));
  });
  if (response.ok && response.body) return response.body;
  const body: unknown = await response.json().catch(() => null);
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : response.statusText;
  throw new ApiError(response.status, detail, body);
}

/** Reads messages until the stream ends or fails. Closes the stream if messages and heartbeats are missing for too long. */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: LiveEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let timeoutMs = FIRST_MESSAGE_TIMEOUT_MS;
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = JSON.parse(data) as LiveEvent;
      if (event.event === 'connected') timeoutMs = event.heartbeat_seconds * MISSED_HEARTBEATS * 1_000;
      onEvent(event);
    },
  });
  const cancelReader = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancelReader, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      timer = setTimeout(cancelReader, timeoutMs);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done || signal.aborted) return;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancelReader);
    cancelReader();
  }
}
