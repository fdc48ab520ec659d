import type { GroupMembershipProps, GroupSubject, MembershipChange } from '@console/shared-contract/federation';
import { Button, ContentDialog, LazyComponent, SearchIcon, SkeletonRows } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { membershipMessages } from './membership-messages';

/** The browser is loaded on first use, so that the panel on the image screen loads without tables and filters. */
const loadBrowser = async () => (await import('../browser')).GroupsBrowserWidget;

interface BrowseGroupsProps {
  subject: GroupSubject;
  onMembershipChange: (change: MembershipChange) => void;
  onMember: GroupMembershipProps['onMember'];
}

/** Button that opens the groups browser in a dialog, where each row can add the image or object. */
export function BrowseGroups({ subject, onMembershipChange, onMember }: BrowseGroupsProps) {
  const dialog = useDialog<'groups'>();
  return (
    <>
      <Button icon={<SearchIcon />} onClick={() => dialog.open('groups')}>
        {membershipMessages.browse}
      </Button>
      <DialogSlot dialog={dialog}>
        {(_, close) => (
          <ContentDialog title={membershipMessages.browse} maxWidth="96vw" width="min(1000px, 96vw)" onClose={close}>
            <LazyComponent
              load={loadBrowser}
              title={membershipMessages.list}
              props={{ subject, onMembershipChange, onMember }}
              skeleton={<SkeletonRows rows={6} />}
            />
          </ContentDialog>
        )}
      </DialogSlot>
    </>
  );
}
