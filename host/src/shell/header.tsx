import { Button, makeStyles, MenuIcon, SearchIcon, tokens, Tooltip } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { useShellCommands } from './shell-commands';
import { ThemeMenu } from './theme-menu';
import { UserMenu } from './user-menu';
import { WorkspaceSwitcher } from './workspace-switcher';

const useStyles = makeStyles({
  header: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    height: '56px',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalL} 0 ${tokens.spacingHorizontalXXL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    // It is the title that gives way.
    '& > button': { flexShrink: 0 },
    '@media (max-width: 899px)': { paddingLeft: tokens.spacingHorizontalS, paddingRight: tokens.spacingHorizontalS },
    '@media (max-width: 480px)': { gap: tokens.spacingHorizontalXS },
  },
  narrow: { '@media (min-width: 900px)': { display: 'none' } },
  title: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase500,
    // The line of the text around it is 20 pixels high, which cuts the tail of a g.
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
    // The longest of our own pages' titles stands beside the workspaces on a telephone.
    '@media (max-width: 480px)': { fontSize: tokens.fontSizeBase400 },
  },
});

const keys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl+K';

export function Header({ title, onOpenNavigation }: { title: string; onOpenNavigation: () => void }) {
  const styles = useStyles();
  const { openPalette } = useShellCommands();
  return (
    <header className={styles.header}>
      <Tooltip content={messages.openNavigation} relationship="label">
        <Button className={styles.narrow} appearance="subtle" icon={<MenuIcon />} onClick={onOpenNavigation} />
      </Tooltip>
      {/* The heading itself stands in the page, where the focus goes. */}
      <div aria-hidden className={styles.title}>
        {title}
      </div>
      <Tooltip content={messages.palette.open(keys)} relationship="label">
        <Button appearance="subtle" icon={<SearchIcon />} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette} />
      </Tooltip>
      <WorkspaceSwitcher />
      <ThemeMenu />
      <UserMenu />
    </header>
  );
}
