import { compareText, ErrorState, LinkButton, makeStyles, Page, ErrorBoundary, tokens } from '@console/shared-ui/basics';
import { useFederation } from '../federation-view/federation-context';
import { isAvailable, useAccess } from '../federation-view/services';
import { NavIcon } from '../layout/nav-icon';
import { layoutMessages } from '../layout/layout-messages';
import { TokenCard } from './token-card';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
    gap: tokens.spacingHorizontalL,
    alignItems: 'stretch',
  },
});

/** Dashboard with the host's own cards and the cards of remotes whose services the workspace has. */
export function DashboardPage() {
  const styles = useStyles();
  const { cards, Card, routes, failed, retry } = useFederation();
  const access = useAccess();
  const openCards = cards.filter((card) => isAvailable(card, access)).sort((a, b) => a.order - b.order);
  // Pages without an entry in the sidebar, such as Evaluations and Manage.
  const otherPages = routes
    .filter((route) => !route.nav && !route.path.includes(':') && isAvailable(route, access))
    .sort((a, b) => compareText(a.title, b.title));
  return (
    <Page
      title={layoutMessages.dashboard}
      actions={
        otherPages.length > 0 &&
        otherPages.map(({ path, title, icon }) => (
          <LinkButton key={path} to={path} {...(icon && { icon: <NavIcon name={icon} /> })}>
            {title}
          </LinkButton>
        ))
      }
    >
      {failed && <ErrorState title={layoutMessages.registryFailed} onRetry={retry} />}
      <div className={styles.grid}>
        {openCards.map((card) => (
          <Card key={`${card.remote}/${card.id}`} card={card} />
        ))}
        <ErrorBoundary>
          <TokenCard />
        </ErrorBoundary>
      </div>
    </Page>
  );
}
