import type { GroupBodyProps } from '@console/shared-contract/federation';
import { useLocalParams } from '@console/shared-ui/pages';
import { GroupBody } from './group-body';
import { groupInAddress } from './group-address';

/** The widget `group-body`: the group screen without its page; another group starts afresh. */
export function GroupBodyWidget(props: GroupBodyProps) {
  return <OwnBody key={props.groupId} {...props} />;
}

/** The address is of the page that the widget stands in. */
function OwnBody(props: GroupBodyProps) {
  return <GroupBody address={useLocalParams(groupInAddress)} {...props} />;
}
