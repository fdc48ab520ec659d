import { useHostServices } from '@console/shared-ui/basics';
import { useEffect } from 'react';

/** Reports to the host application that the page displays its first data. Hosts before contract version 1.5 have no such service. */
export function useReportReady(isReady: boolean): void {
  const services = useHostServices();
  useEffect(() => {
    if (isReady) services?.reportReady?.();
  }, [isReady, services]);
}
