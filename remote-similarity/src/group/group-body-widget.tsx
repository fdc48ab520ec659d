import type { GroupBodyProps } from '@console/shared-contract/federation';
import { useLocalParams } from '@console/shared-ui/pages';
import { GroupBody } from './group-body';
import { groupPageParams } from './group-page-params';

/** The widget `group-body`: the content of the group page. The key resets the state for another group. */
export function GroupBodyWidget(props: GroupBodyProps) {
  return <LocalGroupBody key={props.groupId} {...props} />;
}

/** Keeps the parameters in local state, because the URL belongs to the page that contains the widget. */
function LocalGroupBody(props: GroupBodyProps) {
  return <GroupBody urlParams={useLocalParams(groupPageParams)} {...props} />;
}
