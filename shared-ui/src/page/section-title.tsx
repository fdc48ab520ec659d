import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  title: { margin: 0, flexGrow: 1, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  large: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  count: {
    marginInlineStart: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
  },
});

export interface SectionTitleProps {
  /** Heading level. */
  as: 'h2' | 'h3';
  /** Id of the text, without the count. */
  id: string;
  children: string;
  /** Number of rows, shown next to the title. */
  count?: number;
}

/** The heading of a section or subsection. */
export function SectionTitle({ as: Heading, id, children, count }: SectionTitleProps) {
  const styles = useStyles();
  return (
    <Heading className={mergeClasses(styles.title, Heading === 'h2' && styles.large)}>
      <span id={id}>{children}</span>
      {count !== undefined && <span className={styles.count}>{count.toLocaleString('en')}</span>}
    </Heading>
  );
}
