import { makeStyles } from '@console/shared-ui/core';
import { NAVIGATION_WIDTH } from './folded-navigation';

const NARROW_WINDOW = '@media (max-width: 899px)';

/** Styles of the grid of sidebar and page. In narrow windows, the sidebar is a drawer outside of the grid. */
export const useLayoutStyles = makeStyles({
  layout: {
    display: 'grid',
    gridTemplateColumns: `${NAVIGATION_WIDTH.unfolded} minmax(0, 1fr)`,
    height: '100vh',
    [NARROW_WINDOW]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  folded: {
    gridTemplateColumns: `${NAVIGATION_WIDTH.folded} minmax(0, 1fr)`,
    [NARROW_WINDOW]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  sidebar: { minWidth: 0, [NARROW_WINDOW]: { display: 'none' } },
});
