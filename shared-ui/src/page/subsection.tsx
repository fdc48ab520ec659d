import { makeStyles, tokens } from '@fluentui/react-components';
import { useId, type ReactNode, type Ref } from 'react';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0, outlineStyle: 'none' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  count: {
    marginInlineStart: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
  },
});

export interface SubsectionProps {
  title: string;
  /** Number of items, shown next to the title. */
  count?: number;
  children: ReactNode;
  /** Ref of the group element, which can get the focus. */
  ref?: Ref<HTMLDivElement>;
}

/** A part of a section with a title. */
export function Subsection({ title, count, children, ref }: SubsectionProps) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <div ref={ref} role="group" aria-labelledby={titleId} tabIndex={-1} className={styles.root}>
      <h3 className={styles.title}>
        <span id={titleId}>{title}</span>
        {count !== undefined && <span className={styles.count}>{count.toLocaleString('en')}</span>}
      </h3>
      {children}
    </div>
  );
}
