/** Texts of error responses and of failed deliveries. */
export const messages = {
  invalidUrl: 'must be an https URL without spaces',
  urlHasCredentials: 'must not contain a user name or password',
  notEncrypted: 'must start with https://',
  privateAddress: 'must have a public address. The operator can allow private ones',
  tooManyWebhooks: (max: number) => `A workspace has at most ${max} webhooks. Delete one first.`,
  webhookDisabled: 'The webhook is disabled. Enable it first.',
  webhookWasDisabled: 'The webhook was disabled.',
  notPublic: 'The host does not have a public address. The operator can allow private ones.',
  hostNotFound: 'The host name was not found.',
  noResponse: (seconds: number) => `There was no response within ${seconds} seconds.`,
  notConnected: (code: string) => `The connection failed (${code}).`,
  badStatus: (status: number) => `The response had the status ${status}.`,
} as const;
