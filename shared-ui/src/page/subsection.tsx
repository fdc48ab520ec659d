import { makeStyles, tokens } from '@fluentui/react-components';
import { useId, type ReactNode, type Ref } from 'react';
import { SectionTitle } from './section-title';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0, outlineStyle: 'none' },
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
      <SectionTitle as="h3" id={titleId} count={count}>
        {title}
      </SectionTitle>
      {children}
    </div>
  );
}
