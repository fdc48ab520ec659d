import { createContext, use } from 'react';
import type { FederationView } from './federation-view';

export const FederationContext = createContext<FederationView | null>(null);

export function useFederation(): FederationView {
  const view = use(FederationContext);
  if (!view) throw new Error('useFederation must be used inside FederationContext');
  return view;
}
