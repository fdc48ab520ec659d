import { badField, HttpError } from '../errors';
import { messages } from '../errors/messages';

const PATIENCE_MS = 20_000;

/**
 * Fetches a picture from one of the hosts that the operator has named, and from no other: an address given by a caller
 * is otherwise a way into the network of the server. Redirects are refused for the same reason.
 */
export async function fetchPicture(address: string, allowedHosts: readonly string[], maxBytes: number): Promise<Buffer> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (allowedHosts.length === 0) throw new HttpError(400, messages.byUrlNotAllowed);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || !allowedHosts.includes(url.host)) {
    throw badField('url', 'is not of a host that uploads are allowed from');
  }
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (!response?.ok || !response.body) throw badField('url', 'could not be read');
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new HttpError(413, messages.tooLarge(maxBytes));
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw badField('url', 'could not be read');
  }
  return Buffer.concat(chunks);
}
