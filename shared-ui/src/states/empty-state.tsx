import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useReportReady } from '../host-services/use-report-ready';
import { useStateStyles } from './state-styles';

const useStyles = makeStyles({
  root: { color: tokens.colorNeutralForeground3 },
  icon: { color: tokens.colorNeutralForeground4 },
});

/** Message for an empty list or page. `action` is a button or link that tells the user what to do next. */
export function EmptyState({ children, icon, action }: { children: ReactNode; icon?: ReactNode; action?: ReactNode }) {
  const styles = useStyles();
  useReportReady(true);
  const layout = useStateStyles();
  return (
    <div className={mergeClasses(layout.root, styles.root)}>
      {icon && (
        <span aria-hidden className={mergeClasses(layout.icon, styles.icon)}>
          {icon}
        </span>
      )}
      <span>{children}</span>
      {action}
    </div>
  );
}
