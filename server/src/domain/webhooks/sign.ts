import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Creates a random secret for the signatures of a webhook. */
export const createSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Formats a secret as Standard Webhooks defines it. */
export const formatSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/**
 * Creates the headers that identify and sign a message as Standard Webhooks defines them. There is one signature for each secret,
 * so that receivers can change their secret during a rotation.
 */
export function createSignatureHeaders(id: string, time: Date, body: string, secrets: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(time.getTime() / 1000));
  const createSignature = (secret: Buffer) => createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${createSignature(secret)}`).join(' '),
  };
}
