import {
  AlertIcon,
  Button,
  CounterBadge,
  LazyComponent,
  makeStyles,
  Tooltip,
  useRestoreFocusTarget,
} from '@console/shared-ui/basics';
import { useState } from 'react';
import { noticeMessages } from './notice-messages';
import { useNotices } from './notices.queries';

const useStyles = makeStyles({
  anchor: { position: 'relative', display: 'inline-flex' },
  badge: { position: 'absolute', top: 0, left: '50%', pointerEvents: 'none' },
});

const loadPanel = async () => (await import('./notices-panel')).NoticesPanel;

/** The button in the header with the number of unread notices. It opens the list. */
export function NoticesButton() {
  const styles = useStyles();
  const { data } = useNotices();
  const [isOpen, setOpen] = useState(false);
  // Set when the list is first opened. The list then stays mounted, so that closing it is animated.
  const [isMounted, setMounted] = useState(false);
  const unreadCount = data?.unread ?? 0;
  const restoreFocus = useRestoreFocusTarget();
  const openPanel = () => {
    setMounted(true);
    setOpen(true);
  };
  return (
    <>
      <span className={styles.anchor}>
        <Tooltip content={noticeMessages.open(unreadCount)} relationship="label">
          <Button appearance="subtle" aria-haspopup="dialog" onClick={openPanel} icon={<AlertIcon />} {...restoreFocus} />
        </Tooltip>
        {/* Render the badge outside the button, because its text is not part of the name of the button. */}
        {unreadCount > 0 && <CounterBadge aria-hidden className={styles.badge} count={unreadCount} size="small" color="danger" />}
      </span>
      {isMounted && (
        <LazyComponent
          load={loadPanel}
          title={noticeMessages.title}
          props={{ isOpen, onClose: () => setOpen(false) }}
          skeleton={null}
        />
      )}
    </>
  );
}
