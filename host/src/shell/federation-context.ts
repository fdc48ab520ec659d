import { createContext, use } from 'react';
import type { FederationView } from './federation-view';

export const FederationContext = createContext<FederationView | null>(null);

export function useFederation(): FederationView {
  const view = use(FederationContext);
  if (!view) throw new Error('The shell stands outside its federation');
  return view;
}
