import { useResources } from '@console/shared-auth';
import { ErrorState, makeStyles, Page, ErrorBoundary, tokens } from '@console/shared-ui/basics';
import { useFederation } from '../federation-view/federation-context';
import { isOpenTo } from '../federation-view/services';
import { messages } from '../messages';
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
  const { cards, Card, failed, retry } = useFederation();
  const { services } = useResources();
  const open = cards.filter((card) => isOpenTo(card, services)).sort((a, b) => a.order - b.order);
  return (
    <Page title={messages.dashboard}>
      {failed && <ErrorState title={messages.registryFailed} onRetry={retry} />}
      <div className={styles.grid}>
        {open.map((card) => (
          <Card key={`${card.remote}/${card.id}`} card={card} />
        ))}
        <ErrorBoundary>
          <TokenCard />
        </ErrorBoundary>
      </div>
    </Page>
  );
}
