import { useResources } from '@console/shared-auth';
import { ErrorState, makeStyles, Page, PartBoundary, tokens } from '@console/shared-ui/basics';
import { useFederation } from '../shell/federation-context';
import { isOpen } from '../shell/services';
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

/** The cards of the remotes that the workspace's services open, and the shell's own. */
export function DashboardPage() {
  const styles = useStyles();
  const { cards, Card, failed, retry } = useFederation();
  const { services } = useResources();
  const open = cards.filter((card) => isOpen(card, services)).sort((a, b) => a.order - b.order);
  return (
    <Page title={messages.dashboard}>
      {failed && <ErrorState title={messages.registryFailed} onRetry={retry} />}
      <div className={styles.grid}>
        {open.map((card) => (
          <Card key={`${card.remote}/${card.id}`} card={card} />
        ))}
        <PartBoundary>
          <TokenCard />
        </PartBoundary>
      </div>
    </Page>
  );
}
