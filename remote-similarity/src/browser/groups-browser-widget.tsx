import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { useLocalParams } from '@console/shared-ui/pages';
import { groupListParams } from './group-filters';
import { GroupsBrowser } from './groups-browser';

/** The address is of the page that the widget stands in. */
function LocalGroupsBrowser(props: GroupsBrowserProps) {
  const list = useLocalParams(groupListParams);
  return <GroupsBrowser list={list} {...props} />;
}

/** The widget `groups-browser`: search of groups with the actions of its contexts; for another job it starts afresh. */
export function GroupsBrowserWidget(props: GroupsBrowserProps) {
  return <LocalGroupsBrowser key={props.job?.id} {...props} />;
}
