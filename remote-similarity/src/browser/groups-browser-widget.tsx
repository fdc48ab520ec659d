import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { GroupsBrowser } from './groups-browser';

/** The widget `groups-browser`: search of groups with the actions of its contexts; for another job it starts afresh. */
export function GroupsBrowserWidget(props: GroupsBrowserProps) {
  return <GroupsBrowser key={props.job?.id} {...props} />;
}
