import { useCanCall, type ApiKey, type PermissionOf } from '@console/shared-auth';
import type { ReactNode } from 'react';

export interface PermittedProps<Key extends ApiKey> {
  /** The permission that the API contract requires for the call. Other values are type errors. */
  permission: PermissionOf<Key>;
  children: ReactNode;
}

/** Renders its children only if the user's role allows an API call: `<Permitted<'POST /product/v2/set/'> permission="manage">`. */
export function Permitted<Key extends ApiKey>({ permission, children }: PermittedProps<Key>): ReactNode {
  return useCanCall<Key>(permission) ? children : null;
}
