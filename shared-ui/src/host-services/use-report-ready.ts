import { use, useEffect } from 'react';
import { useHostServices } from './host-services';
import { RemoteContext } from './remote-context';

/** Reports to the host that the page displays data. Does nothing without a host or outside of a remote. */
export function useReportReady(isReady: boolean): void {
  const services = useHostServices();
  const { remote } = use(RemoteContext);
  useEffect(() => {
    if (isReady && remote) services?.reportReady?.();
  }, [isReady, remote, services]);
}
