import type { LoadFault, WidgetId, WidgetProps } from '@console/shared-contract/federation';
import { type ReactNode, useMemo } from 'react';
import { EmptyState } from '../states/empty-state';
import { SkeletonRows } from '../states/skeletons';
import { useHostServices } from '../host-services/host-services';
import { messages } from './messages';
import { type RemoteSource, RemotePart } from './remote-part';

export interface RemoteWidgetProps<Id extends WidgetId> {
  id: Id;
  /** Supported versions of the widget, such as ^1.0.0. */
  range: string;
  /** Name of the widget at the start of a sentence, such as "The image browser". */
  title: string;
  props: WidgetProps[Id];
  skeleton?: ReactNode;
  /** Replaces the default error message. */
  fallback?: (fault: LoadFault, retry: () => void) => ReactNode;
}

/** Renders a widget of another remote. If the widget fails, the rest of the page keeps working. */
export function RemoteWidget<Id extends WidgetId>({ id, range, title, props, skeleton, fallback }: RemoteWidgetProps<Id>) {
  const services = useHostServices();
  const source = useMemo<RemoteSource<WidgetProps[Id]> | null>(() => {
    if (!services) return null;
    return {
      title,
      part: `${id} ${range}`,
      peek: () => services.peekWidget(id, range),
      load: (retry) => services.loadWidget(id, range, { retry }),
    };
  }, [services, id, range, title]);
  if (!source) return <EmptyState>{messages.onlyInConsole(title)}</EmptyState>;
  return (
    <RemotePart
      source={source}
      props={props}
      skeleton={skeleton ?? <SkeletonRows rows={3} label={title} />}
      compact
      fallback={fallback}
    />
  );
}
