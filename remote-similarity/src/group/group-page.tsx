import { LazyComponent, Page } from '@console/shared-ui/basics';
import { useUrlParams } from '@console/shared-ui/pages';
import { Presence } from '@console/shared-ui/presence';
import { useNavigate, useParams } from 'react-router-dom';
import { groupPageMessages } from '../group-data/group-page-messages';
import { groupPageParams } from './group-page-params';
import { GroupBody } from './group-body';
import { useGroup } from '../group-data/group.queries';

const loadComments = async () => (await import('@console/shared-ui/comments')).CommentsSection;

export function GroupPage() {
  const { id = '' } = useParams();
  const { data } = useGroup(id);
  const urlParams = useUrlParams(groupPageParams);
  const navigate = useNavigate();
  return (
    <Page title={data?.name ?? groupPageMessages.title}>
      <Presence kind="group" id={id} />
      <GroupBody key={id} groupId={id} urlParams={urlParams} onDeleted={() => void navigate('/groups')} />
      {data && (
        <LazyComponent
          key={`comments ${id}`}
          load={loadComments}
          title={groupPageMessages.comments}
          props={{ row: { group: id }, target: { kind: 'group', entity: id } }}
          skeleton={null}
        />
      )}
    </Page>
  );
}
