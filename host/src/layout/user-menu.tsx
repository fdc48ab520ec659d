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
import { layoutMessages } from './layout-messages';
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
          aria-label={layoutMessages.account(email)}
          icon={<Avatar name={email} size={32} color="brand" aria-hidden />}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <Caption1 className={styles.email}>{email}</Caption1>
          <MenuDivider />
          <MenuItem icon={<PersonIcon />} onClick={() => void navigate('/profile')}>
            {layoutMessages.profile}
          </MenuItem>
          <MenuItem icon={<SettingsIcon />} onClick={() => void navigate('/settings')}>
            {layoutMessages.settings}
          </MenuItem>
          {seesWorkspace && (
            <>
              <MenuItem icon={<ClockIcon />} onClick={() => void navigate('/activity')}>
                {layoutMessages.activity}
              </MenuItem>
              <MenuItem icon={<DeleteIcon />} onClick={() => void navigate('/deleted')}>
                {layoutMessages.deleted}
              </MenuItem>
            </>
          )}
          <MenuItem icon={<InfoIcon />} onClick={openAbout}>
            {messages.about.title}
          </MenuItem>
          <MenuItem icon={<LogoutIcon />} onClick={() => void requestLogout()}>
            {layoutMessages.logout}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
