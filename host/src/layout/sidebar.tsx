import { LoadState, useConfig, useResources } from '@console/shared-auth';
import {
  amber,
  DocumentationIcon,
  FoldLeftIcon,
  ink,
  makeStyles,
  mergeClasses,
  OpenIcon,
  Skeleton,
  SkeletonItem,
  tokens,
  UnfoldLeftIcon,
  hasUnsavedChanges,
} from '@console/shared-ui/basics';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { layoutMessages } from './layout-messages';
import { messages } from '../messages';
import { BrandMark } from './brand-mark';
import { useFederation } from '../federation-view/federation-context';
import { useAccess } from '../federation-view/services';
import { NavIcon } from './nav-icon';
import { listNavItems } from './navigation';

const useStyles = makeStyles({
  sidebar: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    boxSizing: 'border-box',
    padding: '0 10px 12px',
    backgroundColor: ink.background,
    color: ink.text,
    overflowY: 'auto',
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    height: '56px',
    padding: '0 8px',
    flexShrink: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '2px' },
  main: { flexGrow: 1, paddingTop: '4px' },
  bottom: { borderTop: `1px solid ${ink.border}`, paddingTop: '10px', marginTop: '10px' },
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '36px',
    padding: '0 10px',
    borderRadius: tokens.borderRadiusMedium,
    borderLeft: '3px solid transparent',
    color: ink.text,
    textDecorationLine: 'none',
    fontSize: tokens.fontSizeBase300,
    '& svg': { fontSize: '20px', flexShrink: 0, color: ink.muted },
    ':hover': { backgroundColor: ink.raised },
    ':active': { backgroundColor: ink.border },
    ':focus-visible': { outline: `2px solid ${amber}`, outlineOffset: '-2px' },
    // In forced-colors mode, transparent borders are visible, and every entry would look current.
    '@media (forced-colors: active)': { borderLeftColor: 'Canvas' },
  },
  current: {
    backgroundColor: ink.raised,
    borderLeftColor: amber,
    fontWeight: tokens.fontWeightSemibold,
    '& svg': { color: amber },
    '@media (forced-colors: active)': { borderLeftColor: 'Highlight' },
  },
  hidden: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
  fold: {
    flexShrink: 0,
    marginTop: '8px',
    borderTopStyle: 'none',
    borderRightStyle: 'none',
    borderBottomStyle: 'none',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
  },
  end: { marginInlineStart: 'auto', display: 'flex', '& svg': { fontSize: '14px' } },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '12px 10px', opacity: 0.25 },
});

interface ExternalLinkProps {
  href: string;
  label: string;
  icon: ReactElement;
  isFolded: boolean;
}

function ExternalLink({ href, label, icon, isFolded }: ExternalLinkProps) {
  const styles = useStyles();
  return (
    <li>
      <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer" title={isFolded ? label : undefined}>
        {icon}
        <span className={mergeClasses(isFolded && styles.hidden)}>{label}</span>
        {!isFolded && (
          <span className={styles.end}>
            <OpenIcon aria-hidden />
          </span>
        )}
      </a>
    </li>
  );
}

/** Whether the click opens a new tab or window. */
const opensNewTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey;

interface SidebarProps {
  current: string | undefined;
  onNavigate?: () => void;
  /** Whether the sidebar shows only icons, with tooltips. */
  isFolded?: boolean;
  /** Folds or unfolds the sidebar. Without `onFold`, the sidebar has no fold button. */
  onFold?: () => void;
}

/**
 * The main navigation. It needs only the manifests of the micro-frontends, so it renders before any of their code is loaded.
 */
export function Sidebar({ current, onNavigate, isFolded = false, onFold }: SidebarProps) {
  const styles = useStyles();
  const { routes, loading, prefetch } = useFederation();
  const { state: resourcesState } = useResources();
  const access = useAccess();
  const { docsUrl, providerUrl } = useConfig();
  const { pathname, key } = useLocation();
  // Mark the clicked entry at once: the router renders the next page in a transition, which may take a while.
  const [clicked, setClicked] = useState({ path: '', locationKey: '' });
  const markedPath = clicked.locationKey === key ? clicked.path : current;
  const isWaiting = loading || resourcesState === LoadState.LOADING;
  return (
    <nav aria-label={layoutMessages.mainNavigation} className={styles.sidebar}>
      <div className={styles.brand}>
        <BrandMark />
        <span className={mergeClasses(isFolded && styles.hidden)}>{messages.product}</span>
      </div>
      <ul className={mergeClasses(styles.list, styles.main)}>
        {listNavItems(routes, access).map((navItem) => (
          <li key={navItem.path}>
            <Link
              to={navItem.path}
              className={mergeClasses(styles.link, navItem.path === markedPath && styles.current)}
              title={isFolded ? navItem.label : undefined}
              aria-current={
                navItem.path === markedPath && (navItem.path === current && navItem.path !== pathname ? 'true' : 'page')
              }
              onClick={(event) => {
                // With unsaved changes, the user may decide to stay on this page, so do not mark the entry yet.
                if (!opensNewTab(event) && !hasUnsavedChanges()) setClicked({ path: navItem.path, locationKey: key });
                onNavigate?.();
              }}
              onPointerEnter={() => prefetch(navItem.path)}
              onFocus={() => prefetch(navItem.path)}
            >
              <NavIcon name={navItem.icon} />
              <span className={mergeClasses(isFolded && styles.hidden)}>{navItem.label}</span>
            </Link>
          </li>
        ))}
        {isWaiting && (
          <li>
            <Skeleton aria-label={layoutMessages.loadingNavigation} className={styles.skeleton}>
              {[70, 85, 60, 75].map((width) => (
                <SkeletonItem key={width} size={20} style={{ width: `${width}%` }} />
              ))}
            </Skeleton>
          </li>
        )}
      </ul>
      {(docsUrl || providerUrl) && (
        <ul className={mergeClasses(styles.list, styles.bottom)}>
          {docsUrl && (
            <ExternalLink
              href={docsUrl}
              label={layoutMessages.documentation}
              icon={<DocumentationIcon aria-hidden />}
              isFolded={isFolded}
            />
          )}
          {providerUrl && (
            <ExternalLink
              href={providerUrl}
              label={layoutMessages.provider}
              icon={<OpenIcon aria-hidden />}
              isFolded={isFolded}
            />
          )}
        </ul>
      )}
      {onFold && (
        <button
          type="button"
          className={mergeClasses(styles.link, styles.fold)}
          aria-expanded={!isFolded}
          title={isFolded ? layoutMessages.unfoldNavigation : undefined}
          onClick={onFold}
        >
          {isFolded ? <UnfoldLeftIcon aria-hidden /> : <FoldLeftIcon aria-hidden />}
          <span className={mergeClasses(isFolded && styles.hidden)}>
            {isFolded ? layoutMessages.unfoldNavigation : layoutMessages.foldNavigation}
          </span>
        </button>
      )}
    </nav>
  );
}
