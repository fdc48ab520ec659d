import { Button, makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 0,
    zIndex: 5,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    // Over the whole width of the page, so that nothing shows beside it.
    margin: `0 calc(-1 * ${tokens.spacingHorizontalS})`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  count: { marginInlineStart: tokens.spacingHorizontalXS, color: tokens.colorNeutralForeground3 },
});

export interface SectionLinksProps {
  /** Name of the group for screen readers, "On this page". */
  label: string;
  /** `anchor` of each `Section`. */
  sections: readonly { anchor: string; title: string; count?: number }[];
}

/** Brings a section into view, and the focus into it. */
export function goToSection(anchor: string): void {
  const section = document.getElementById(anchor);
  section?.focus({ preventScroll: true });
  section?.scrollIntoView?.({ block: 'start' });
}

/**
 * The sections of a page, one click away: it stays at the top while the page scrolls, so that what is managed below a long
 * list is at hand. They are buttons: the address holds what the page shows, not where it is scrolled to.
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
