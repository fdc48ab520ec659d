import { ink, makeStyles, mergeClasses, SkeletonRows, tokens } from '@console/shared-ui/core';
import { isNavigationFolded, NAVIGATION_WIDTH } from '../layout/folded-navigation';
import { messages } from '../messages';

const useStyles = makeStyles({
  layout: {
    display: 'grid',
    gridTemplateColumns: `${NAVIGATION_WIDTH.unfolded} minmax(0, 1fr)`,
    height: '100vh',
    '@media (max-width: 899px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  folded: {
    gridTemplateColumns: `${NAVIGATION_WIDTH.folded} minmax(0, 1fr)`,
    '@media (max-width: 899px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  sidebar: { backgroundColor: ink.background, '@media (max-width: 899px)': { display: 'none' } },
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
  return (
    <div className={mergeClasses(styles.layout, isNavigationFolded() && styles.folded)}>
      <div className={styles.sidebar} />
      <div>
        <div className={styles.header} />
        <div className={styles.page}>
          <SkeletonRows rows={6} label={messages.loadingPage} />
        </div>
      </div>
    </div>
  );
}
