import type { GroupBodyProps } from '@console/shared-contract/federation';
import { useLocalParams } from '@console/shared-ui/pages';
import { GroupBody } from './group-body';
import { groupPageParams } from './group-page-params';

/** The widget `group-body`: the group screen without its page; another group starts afresh. */
export function GroupBodyWidget(props: GroupBodyProps) {
  return <LocalGroupBody key={props.groupId} {...props} />;
}

/** The address is of the page that the widget stands in. */
function LocalGroupBody(props: GroupBodyProps) {
  return <GroupBody urlParams={useLocalParams(groupPageParams)} {...props} />;
}
