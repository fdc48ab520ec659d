import { Badge, CopyButton, Page } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useParams } from 'react-router-dom';
import { messages } from '../messages';
import { useGroup } from './group.queries';
import { GroupMembers } from './group-members';

export function GroupPage() {
  const { id = '' } = useParams();
  const group = useGroup(id);
  const { data } = group;
  return (
    <Page
      title={data?.name ?? messages.group.title}
      subtitle={data && [data.type?.name, data.description].filter(Boolean).join(' · ')}
      actions={
        data && (
          <>
            <Badge appearance="filled" color={data.test_group ? 'warning' : 'brand'}>
              {data.test_group ? messages.group.testGroup : messages.group.trainGroup}
            </Badge>
            <Badge appearance="tint" color={data.verificationsCount > 0 ? 'success' : 'subtle'}>
              {data.verificationsCount > 0 ? messages.group.verified : messages.group.notVerified}
            </Badge>
            <CopyButton text={data.id} what="id" />
          </>
        )
      }
    >
      <QueryState query={group} notFound={messages.group.notFound}>
        {(row) => <GroupMembers group={row} />}
      </QueryState>
    </Page>
  );
}
