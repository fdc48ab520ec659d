import {
  CloseIcon,
  Button,
  makeStyles,
  mergeClasses,
  OverlayDrawer,
  tokens,
  TitleShownContext,
  Tooltip,
  ink,
  usePageTitle,
} from '@console/shared-ui/basics';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { layoutMessages } from './layout-messages';
import { useFederation } from '../federation-view/federation-context';
import { closeOnEscape } from '../drawers/close-on-escape';
import { useFoldedNavigation } from './folded-navigation';
import { Header } from './header';
import { useLayoutStyles } from './layout-styles';
import { ServerStarting } from './server-starting';
import { Sidebar } from './sidebar';

const useStyles = makeStyles({
  drawer: { width: '264px', backgroundColor: ink.background },
  close: {
    position: 'absolute',
    top: '12px',
    right: '8px',
    color: ink.text,
    zIndex: 1,
    ':hover': { color: ink.text, backgroundColor: ink.raised },
  },
  column: { display: 'flex', flexDirection: 'column', height: '100vh', minWidth: 0 },
  main: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    outlineStyle: 'none',
    // Chromium scrolls fast only on an opaque background; otherwise, it repaints every frame.
    backgroundColor: tokens.colorNeutralBackground3,
  },
  skip: {
    position: 'fixed',
    top: '-60px',
    left: '8px',
    zIndex: 1000,
    padding: '8px 14px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':focus': { top: '8px' },
  },
});

interface LayoutProps {
  routeTitle: string;
  /** Path of the sidebar entry that the page belongs to. */
  navPath: string | undefined;
  children: ReactNode;
}

/** Sidebar, header and page. In narrow windows the sidebar is a drawer. */
export function Layout({ routeTitle, navPath, children }: LayoutProps) {
  const styles = useStyles();
  const grid = useLayoutStyles();
  const { Banners } = useFederation();
  const { pathname } = useLocation();
  const pageTitle = usePageTitle();
  const main = useRef<HTMLElement>(null);
  const [isFolded, toggleFolded] = useFoldedNavigation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    main.current?.scrollTo?.(0, 0);
  }, [pathname]);
  return (
    <div className={mergeClasses(grid.layout, isFolded && grid.folded)}>
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          // Prevent the browser from changing the URL, because the router would treat the hash as a navigation.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {layoutMessages.skip}
      </a>
      <div className={grid.sidebar}>
        <Sidebar current={navPath} isFolded={isFolded} onFold={toggleFolded} />
      </div>
      <OverlayDrawer
        className={styles.drawer}
        open={isOpen}
        onOpenChange={(_, data) => setIsOpen(data.open)}
        onKeyDown={closeOnEscape(() => setIsOpen(false))}
        aria-label={layoutMessages.mainNavigation}
      >
        <Tooltip content={layoutMessages.closeNavigation} relationship="label">
          <Button appearance="subtle" className={styles.close} icon={<CloseIcon />} onClick={() => setIsOpen(false)} />
        </Tooltip>
        <Sidebar current={navPath} onNavigate={() => setIsOpen(false)} />
      </OverlayDrawer>
      <div className={styles.column}>
        <Header title={pageTitle || routeTitle} onOpenNavigation={() => setIsOpen(true)} />
        <Banners />
        <ServerStarting />
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <TitleShownContext value={true}>{children}</TitleShownContext>
        </main>
      </div>
    </div>
  );
}
