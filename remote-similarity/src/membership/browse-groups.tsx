import type { GroupMembershipProps, GroupSubject, MembershipChange } from '@console/shared-contract/federation';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  LazyComponent,
  makeStyles,
  SearchIcon,
  SkeletonRows,
} from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { messages } from '../messages';

const membershipMessages = messages.membership;
/** Tables and filters come with the first look at them: the panel stands on the image screen without. */
const loadBrowser = async () => (await import('../browser')).GroupsBrowserWidget;

const useStyles = makeStyles({
  surface: { width: 'min(1000px, 96vw)', maxWidth: '96vw' },
});

export interface BrowseGroupsProps {
  subject: GroupSubject;
  onMembershipChange: (change: MembershipChange) => void;
  onMember: GroupMembershipProps['onMember'];
}

/** The search of groups with all of its filters, whose rows add the picture or the object. */
export function BrowseGroups({ subject, onMembershipChange, onMember }: BrowseGroupsProps) {
  const styles = useStyles();
  const dialog = useDialog<'groups'>();
  return (
    <>
      <Button icon={<SearchIcon />} onClick={() => dialog.open('groups')}>
        {membershipMessages.browse}
      </Button>
      <DialogSlot dialog={dialog}>
        {(_, close) => (
          <Dialog open onOpenChange={(_event, { open }) => !open && close()}>
            <DialogSurface className={styles.surface}>
              <DialogBody>
                <DialogTitle>{membershipMessages.browse}</DialogTitle>
                <DialogContent>
                  <LazyComponent
                    load={loadBrowser}
                    title={membershipMessages.list}
                    props={{ subject, onMembershipChange, onMember }}
                    skeleton={<SkeletonRows rows={6} />}
                  />
                </DialogContent>
                <DialogActions>
                  <Button onClick={close}>{membershipMessages.closeBrowser}</Button>
                </DialogActions>
              </DialogBody>
            </DialogSurface>
          </Dialog>
        )}
      </DialogSlot>
    </>
  );
}
