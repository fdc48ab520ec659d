import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { getHostName } from './destination';
import { messages } from './messages';
import { isPublicAddress } from './public-address';

const TIMEOUT_MS = 10_000;
/** Maximum number of bytes of a response that are read. */
const MAX_RESPONSE_BYTES = 2_000;

export interface Message {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Whether the operator allows private addresses of this host. */
  isTrusted: boolean;
}

/** How an attempt to send a message has ended. */
export interface SendOutcome {
  /** Null without a response. */
  status: number | null;
  /** The beginning of the response. */
  response: string | null;
  /** Why the message was not accepted; null if it was accepted. */
  error: string | null;
  durationMs: number;
}

interface Address {
  address: string;
  family: number;
}

export interface SendOptions {
  timeoutMs?: number;
  /** Returns all addresses of a host name. Default: the resolver of the system. */
  resolve?: (host: string) => Promise<Address[]>;
  isPublic?: (address: string) => boolean;
}

class SendError extends Error {}

/**
 * Sends a message. The host name is resolved once, and the connection uses the checked addresses. This prevents a name from changing to a
 * private address after the check (DNS rebinding). Redirects are not followed.
 */
export async function sendMessage(message: Message, options: SendOptions = {}): Promise<SendOutcome> {
  const startedAt = performance.now();
  const { timeoutMs = TIMEOUT_MS } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const outcome = await resolveAndSend(message, signal, options).catch((error: unknown) => ({
    status: null,
    response: null,
    error: describeError(error, signal, timeoutMs),
  }));
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
}

async function resolveAndSend(
  message: Message,
  signal: AbortSignal,
  options: SendOptions,
): Promise<Omit<SendOutcome, 'durationMs'>> {
  const addresses = await findAddresses(message, signal, options);
  const response = await receiveResponse(message, signal, addresses);
  const status = response.statusCode ?? 0;
  const isAccepted = status >= 200 && status < 300;
  return { status, response: await readStart(response), error: isAccepted ? null : messages.badStatus(status) };
}

async function findAddresses(
  { url, isTrusted }: Message,
  signal: AbortSignal,
  { resolve = (host) => lookup(host, { all: true, order: 'verbatim' }), isPublic = isPublicAddress }: SendOptions,
): Promise<Address[]> {
  const host = getHostName(url);
  const ipFamily = isIP(host);
  const addresses = ipFamily ? [{ address: host, family: ipFamily }] : await Promise.race([resolve(host), rejectOnAbort(signal)]);
  if (addresses.length === 0) throw new SendError(messages.hostNotFound);
  // All addresses must be public, because the connection may use any of them.
  if (!isTrusted && !addresses.every(({ address }) => isPublic(address))) throw new SendError(messages.notPublic);
  return addresses;
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The time is over.')), { once: true });
  });
}

function receiveResponse(
  { url, headers, body }: Message,
  signal: AbortSignal,
  addresses: readonly Address[],
): Promise<IncomingMessage> {
  const [firstAddress] = addresses;
  const lookupChecked: LookupFunction = (_host, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, firstAddress!.address, firstAddress!.family);
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    lookup: lookupChecked,
    signal,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
    request.once('response', resolve);
    request.once('error', reject);
    // If the receiver switches the protocol, `close` is the only event.
    request.once('close', () => reject(Object.assign(new Error('closed'), { code: 'closed' })));
    request.end(body);
  });
}

/** Reads the beginning of a response and closes the connection. If the response is interrupted, returns the received part. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The receiver has accepted or refused the message already.
  }
  // PostgreSQL cannot store NUL characters.
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString().replaceAll('\u0000', '\uFFFD');
}

/** Returns a message for users of the workspace. It contains no IP address, because users must not see the operator's network. */
function describeError(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return messages.noResponse(timeoutMs / 1000);
  if (error instanceof SendError) return error.message;
  const errorCode = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return errorCode === 'ENOTFOUND' ? messages.hostNotFound : messages.notConnected(errorCode);
}
