import { ApiError } from '@console/shared-auth';
import { providerMessages } from './provider-messages';

/** Returns the message about a failed sign-in. The server's response explains why it failed, unless the server is unreachable. */
export function describeProviderFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return providerMessages.unreachable;
  const { body } = error;
  const isProviderFailure = typeof body === 'object' && body !== null && 'code' in body && body.code === 'identity_provider';
  return error.status < 500 || isProviderFailure ? error.detail : providerMessages.unreachable;
}
