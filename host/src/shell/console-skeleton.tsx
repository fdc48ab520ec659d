import { ink, makeStyles, mergeClasses, SkeletonRows, tokens } from '@console/shared-ui/core';
import { isNavigationFolded } from '../layout/folded-navigation';
import { useLayoutStyles } from '../layout/layout-styles';
import { consoleMessages } from '../console/console-messages';

const useStyles = makeStyles({
  sidebar: { backgroundColor: ink.background },
  header: {
    height: '56px',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  page: { padding: tokens.spacingHorizontalXXL },
});

/** Placeholder layout while the console's code is loading. */
export function ConsoleSkeleton() {
  const styles = useStyles();
  const grid = useLayoutStyles();
  return (
    <div className={mergeClasses(grid.layout, isNavigationFolded() && grid.folded)}>
      <div className={mergeClasses(grid.sidebar, styles.sidebar)} />
      <div>
        <div className={styles.header} />
        <div className={styles.page}>
          <SkeletonRows rows={6} label={consoleMessages.loadingPage} />
        </div>
      </div>
    </div>
  );
}
