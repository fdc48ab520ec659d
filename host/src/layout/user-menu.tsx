import { useSeesWorkspace, useSession } from '@console/shared-auth';
import {
  Avatar,
  Button,
  Caption1,
  ClockIcon,
  DeleteIcon,
  InfoIcon,
  LogoutIcon,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  PersonIcon,
  SettingsIcon,
  tokens,
} from '@console/shared-ui/basics';
import { useNavigate } from 'react-router-dom';
import { messages } from '../messages';
import { useShellCommands } from './shell-commands';

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

/** Menu with the user's email address, the pages of the account and the workspace, About and Logout. */
export function UserMenu() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { user } = useSession();
  const seesWorkspace = useSeesWorkspace();
  const { openAbout, requestLogout } = useShellCommands();
  const email = user?.email || user?.username || '';
  return (
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
          <MenuItem icon={<PersonIcon />} onClick={() => void navigate('/profile')}>
            {messages.profile}
          </MenuItem>
          <MenuItem icon={<SettingsIcon />} onClick={() => void navigate('/settings')}>
            {messages.settings}
          </MenuItem>
          {seesWorkspace && (
            <>
              <MenuItem icon={<ClockIcon />} onClick={() => void navigate('/activity')}>
                {messages.activity}
              </MenuItem>
              <MenuItem icon={<DeleteIcon />} onClick={() => void navigate('/deleted')}>
                {messages.deleted}
              </MenuItem>
            </>
          )}
          <MenuItem icon={<InfoIcon />} onClick={openAbout}>
            {messages.about.title}
          </MenuItem>
          <MenuItem icon={<LogoutIcon />} onClick={() => void requestLogout()}>
            {messages.logout}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
