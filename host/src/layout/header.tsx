import { Button, makeStyles, MenuIcon, SearchIcon, tokens, Tooltip, useRestoreFocusTarget } from '@console/shared-ui/basics';
import { layoutMessages } from './layout-messages';
import { paletteMessages } from './palette-messages';
import { NoticesButton } from '../notices/notices-button';
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
    // Only the title may shrink, not the buttons.
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
    // The inherited line height of 20 px would clip descenders.
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
    // On phones, the longest page title must fit next to the workspace switcher.
    '@media (max-width: 480px)': { fontSize: tokens.fontSizeBase400 },
  },
});

const paletteShortcut = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl+K';

/** The bar above every page: title, command palette, workspace, theme and user. */
export function Header({ title, onOpenNavigation }: { title: string; onOpenNavigation: () => void }) {
  const styles = useStyles();
  const { openPalette } = useShellCommands();
  const restoreFocus = useRestoreFocusTarget();
  return (
    <header className={styles.header}>
      <Tooltip content={layoutMessages.openNavigation} relationship="label">
        <Button className={styles.narrow} appearance="subtle" icon={<MenuIcon />} onClick={onOpenNavigation} {...restoreFocus} />
      </Tooltip>
      {/* Hidden from screen readers: the page contains the real heading. */}
      <div aria-hidden className={styles.title}>
        {title}
      </div>
      <Tooltip content={paletteMessages.open(paletteShortcut)} relationship="label">
        <Button appearance="subtle" icon={<SearchIcon />} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette} />
      </Tooltip>
      <WorkspaceSwitcher />
      <NoticesButton />
      <ThemeMenu />
      <UserMenu />
    </header>
  );
}
