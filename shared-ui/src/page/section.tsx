import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import { SectionTitle } from './section-title';

const useStyles = makeStyles({
  section: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
  },
  anchor: { outlineStyle: 'none', scrollMarginTop: '48px' },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM, minHeight: '32px' },
});

export interface SectionProps {
  title: string;
  /** Number of rows, shown next to the title. */
  count?: number;
  actions?: ReactNode;
  /** Id of the section as a target of `SectionLinks`. */
  anchor?: string;
  children: ReactNode;
}

/** A part of a page with a title, such as one of its tables. */
export function Section({ title, count, actions, anchor, children }: SectionProps) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <section
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      aria-labelledby={titleId}
      className={mergeClasses(styles.section, anchor !== undefined && styles.anchor)}
    >
      <div className={styles.head}>
        <SectionTitle as="h2" id={titleId} count={count}>
          {title}
        </SectionTitle>
        {actions}
      </div>
      {children}
    </section>
  );
}
