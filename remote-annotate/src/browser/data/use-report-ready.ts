import { useHostServices } from '@console/shared-ui/basics';
import { useEffect } from 'react';

/** Reports to the host that the page displays its first data. Hosts before contract 1.5 do not offer this service. */
export function useReportReady(isReady: boolean): void {
  const services = useHostServices();
  useEffect(() => {
    if (isReady) services?.reportReady?.();
  }, [isReady, services]);
}
