import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { consoleQueryClient } from '../query/query-client';
import { consoleStore } from '../store';

/** Puts the console's store and query client in reach of plain `useAtom`, `useQuery` and `useMutation`. Mounted once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return (
    <Provider store={consoleStore}>
      <QueryClientProvider client={consoleQueryClient}>{children}</QueryClientProvider>
    </Provider>
  );
}
