import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, gridColumn: '1 / -1' },
});

/** A row of buttons, for example below the fields of a form. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={useStyles().row}>{children}</div>;
}
