import { logout, logoutWarnings, useSession } from '@console/shared-auth';
import {
  Avatar,
  Button,
  Caption1,
  ConfirmDialog,
  LogoutIcon,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@console/shared-ui';
import { useState } from 'react';
import { messages } from '../messages';

const useStyles = makeStyles({
  trigger: { minWidth: 0, padding: '2px' },
  email: {
    display: 'block',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground3,
    maxWidth: '260px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});

/** Who is signed in, and the way out; with unsent work it asks first. */
export function UserMenu() {
  const styles = useStyles();
  const { user } = useSession();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const email = user?.email || user?.username || '';
  const leave = async () => {
    const unsent = await logoutWarnings();
    if (unsent.length > 0) return setWarnings(unsent);
    await logout();
  };
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="transparent"
            className={styles.trigger}
            aria-label={messages.account(email)}
            icon={<Avatar name={email} size={32} color="brand" aria-hidden />}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <Caption1 className={styles.email}>{email}</Caption1>
            <MenuDivider />
            <MenuItem icon={<LogoutIcon />} onClick={() => void leave()}>
              {messages.logout}
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      <ConfirmDialog
        open={warnings.length > 0}
        title={messages.logoutDialog.title}
        confirmLabel={messages.logoutDialog.confirm}
        cancelLabel={messages.logoutDialog.cancel}
        onConfirm={() => void logout()}
        onCancel={() => setWarnings([])}
      >
        {warnings.join(' ')}
      </ConfirmDialog>
    </>
  );
}
