import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXXL} ${tokens.spacingHorizontalL}`,
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
  },
  icon: { fontSize: '36px', lineHeight: 1, color: tokens.colorNeutralForeground4 },
});

/** A message that there is nothing to show. `action` is a button or link that helps the user. */
export function EmptyState({ children, icon, action }: { children: ReactNode; icon?: ReactNode; action?: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {icon && (
        <span aria-hidden className={styles.icon}>
          {icon}
        </span>
      )}
      <span>{children}</span>
      {action}
    </div>
  );
}
