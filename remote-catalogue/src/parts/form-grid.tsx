import { makeStyles, tokens } from '@console/shared-ui/basics';
import type { FormEvent, ReactNode } from 'react';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  buttons: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, gridColumn: '1 / -1' },
});

/** The fields of a row on its page, as many beside each other as fit. */
export function FormGrid({ label, onSubmit, children }: { label: string; onSubmit: () => void; children: ReactNode }) {
  const styles = useStyles();
  return (
    <form
      aria-label={label}
      className={styles.form}
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
