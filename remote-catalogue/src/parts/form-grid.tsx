import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import type { FormEvent, ReactNode } from 'react';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  // An id of 36 letters is read whole.
  wide: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(360px, 100%), 1fr))' },
  buttons: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, gridColumn: '1 / -1' },
});

export interface FormGridProps {
  label: string;
  /** One of the fields holds an id, and is as wide as that. */
  hasId?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** The fields of a row on its page, as many beside each other as fit. */
export function FormGrid({ label, hasId = false, onSubmit, children }: FormGridProps) {
  const styles = useStyles();
  return (
    <form
      aria-label={label}
      className={mergeClasses(styles.form, hasId && styles.wide)}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Buttons below fields, or beside each other anywhere. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={useStyles().buttons}>{children}</div>;
}
