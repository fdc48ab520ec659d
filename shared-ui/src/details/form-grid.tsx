import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { FormEvent, ReactNode } from 'react';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  // A column is wide enough for an id of 36 characters.
  wide: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(360px, 100%), 1fr))' },
});

export interface FormGridProps {
  label: string;
  /** Makes the fields wide enough for an id. */
  hasId?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** Form whose fields are placed in as many columns as fit. */
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
