import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, gridColumn: '1 / -1' },
});

/** A row of buttons. In a form, it is below the fields. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={useStyles().row}>{children}</div>;
}
