import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { use, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { TitleShownContext } from './title-shown-context';
import { visuallyHidden } from '../text/visually-hidden';
import { clearPageTitle, setPageTitle } from './page-title';

const useStyles = makeStyles({
  page: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalXXL}`,
    minWidth: 0,
    '@media (max-width: 640px)': { padding: tokens.spacingHorizontalM },
  },
  full: { padding: 0, gap: 0, height: '100%' },
  top: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM, minHeight: '36px' },
  heading: {
    margin: 0,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    // The heading gets the focus after navigation, for screen readers and the tab order. It shows no focus ring, because it is not a control.
    outlineStyle: 'none',
  },
  hidden: visuallyHidden,
  subtitle: { flexGrow: 1, minWidth: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase300 },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/**
 * Key of the history entry on which the document was loaded. After a reload, this key is not `default`. On this entry, `Page` does not move
 * the focus, so that the first Tab goes to the skip link.
 */
const initialHistoryKey = (window.history.state as { key?: string } | null)?.key ?? 'default';

/** Path of the last shown page. */
let lastPathname: string | null = null;

export interface PageProps {
  /** Heading and first part of the document title. */
  title: string;
  subtitle?: ReactNode;
  /** Buttons at the end of the row above the content. */
  actions?: ReactNode;
  /** For content that fills the window, such as the canvas: no padding and a visually hidden heading. */
  full?: boolean;
  children: ReactNode;
}

/** The frame of every page. Its heading gets the focus after navigation. */
export function Page({ title, subtitle, actions, full: isFullWindow = false, children }: PageProps) {
  const styles = useStyles();
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const isTitleShown = use(TitleShownContext) || isFullWindow;
  useEffect(() => {
    setPageTitle(title);
    return clearPageTitle;
  }, [title]);
  useEffect(() => {
    // If the path has not changed, the loaded page has replaced its skeleton. In that case, keep the focus if the user has moved it, for
    // example to the command palette.
    const isNew = lastPathname !== pathname;
    lastPathname = pathname;
    if (key === initialHistoryKey) return;
    if (isNew || document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    // Only navigation to another page moves the focus, not a change of the query such as a filter.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [pathname]);
  return (
    <div className={mergeClasses(styles.page, isFullWindow && styles.full)}>
      <h1 ref={heading} tabIndex={-1} className={isTitleShown ? styles.hidden : styles.heading}>
        {title}
      </h1>
      {(subtitle || actions) && !isFullWindow && (
        <div className={styles.top}>
          <div className={styles.subtitle}>{subtitle}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}
