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
    // Focus is moved here for screen readers and the tab order; there is nothing to operate, so no ring.
    outlineStyle: 'none',
  },
  hidden: visuallyHidden,
  subtitle: { flexGrow: 1, minWidth: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase300 },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/**
 * Key of the history entry with which this document was opened, as the router writes it; after a reload it is not the
 * default one. There the browser decides where the focus is, and Tab leads to the skip link first.
 */
const openedWith = (window.history.state as { key?: string } | null)?.key ?? 'default';

/** Path of the page that was shown last. */
let arrivedAt: string | null = null;

export interface PageProps {
  /** Heading, and the first part of the document's title. */
  title: string;
  subtitle?: ReactNode;
  /** Buttons, at the end of a row above the content. */
  actions?: ReactNode;
  /** For workspaces that fill the window, as the canvas does: no padding, the heading for screen readers only. */
  full?: boolean;
  children: ReactNode;
}

/** The frame of every page. Its heading takes the focus when a person has navigated here. */
export function Page({ title, subtitle, actions, full = false, children }: PageProps) {
  const styles = useStyles();
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const titleIsShown = use(TitleShownContext) || full;
  useEffect(() => {
    setPageTitle(title);
    return clearPageTitle;
  }, [title]);
  useEffect(() => {
    // A page takes the place of its skeleton: whoever has moved on meanwhile, to the palette say, is not called back.
    const isNew = arrivedAt !== pathname;
    arrivedAt = pathname;
    if (key === openedWith) return;
    if (isNew || document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    // Only a change of page moves the focus, a change of query (a filter, a page number) must not.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [pathname]);
  return (
    <div className={mergeClasses(styles.page, full && styles.full)}>
      <h1 ref={heading} tabIndex={-1} className={titleIsShown ? styles.hidden : styles.heading}>
        {title}
      </h1>
      {(subtitle || actions) && !full && (
        <div className={styles.top}>
          <div className={styles.subtitle}>{subtitle}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}
