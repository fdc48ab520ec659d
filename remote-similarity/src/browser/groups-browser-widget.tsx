import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { useLocalParams } from '@console/shared-ui/pages';
import { groupListParams } from './group-filters';
import { GroupsBrowser } from './groups-browser';

/** Keeps the filters in local state, because the URL belongs to the page that contains the widget. */
function LocalGroupsBrowser(props: GroupsBrowserProps) {
  const params = useLocalParams(groupListParams);
  return <GroupsBrowser params={params} {...props} />;
}

/** The widget `groups-browser`: a list of groups with actions for its context. The key resets the state for another job. */
export function GroupsBrowserWidget(props: GroupsBrowserProps) {
  return <LocalGroupsBrowser key={props.job?.id} {...props} />;
}
