import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { consoleQueryClient } from '../state/query-client';
import { consoleStore } from '../state/store';

/** Provides the console's Jotai store and query client to `useAtom`, `useQuery` and `useMutation`. Mount this provider once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return (
    <Provider store={consoleStore}>
      <QueryClientProvider client={consoleQueryClient}>{children}</QueryClientProvider>
    </Provider>
  );
}
