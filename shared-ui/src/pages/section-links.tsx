import { Button, makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 0,
    zIndex: 5,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    // Cover the full width of the page, so that content that scrolls behind the bar is hidden.
    margin: `0 calc(-1 * ${tokens.spacingHorizontalS})`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  count: { marginInlineStart: tokens.spacingHorizontalXS, color: tokens.colorNeutralForeground3 },
});

export interface SectionLinksProps {
  /** Accessible name, such as "On this page". */
  label: string;
  /** Sections of the page, with the `anchor` of each `Section`. */
  sections: readonly { anchor: string; title: string; count?: number }[];
}

/** Scrolls to a section and focuses it. */
export function goToSection(anchor: string): void {
  const section = document.getElementById(anchor);
  section?.focus({ preventScroll: true });
  section?.scrollIntoView?.({ block: 'start' });
}

/**
 * A bar with buttons that scroll to the sections of a page. The bar stays visible at the top while the page scrolls. The buttons are not
 * links, because the URL does not contain the scroll position.
 */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  const styles = useStyles();
  return (
    <nav aria-label={label} className={styles.bar}>
      {sections.map(({ anchor, title, count }) => (
        <Button key={anchor} size="small" appearance="subtle" onClick={() => goToSection(anchor)}>
          {title}
          {count !== undefined && <span className={styles.count}>{count.toLocaleString('en')}</span>}
        </Button>
      ))}
    </nav>
  );
}
