import { DashboardCard, SimilarityIcon, Stats, TextLink } from '@console/shared-ui/basics';
import { dashboardMessages } from './dashboard-messages';
import { useSimilarityCounts } from './dashboard.queries';

export function SimilarityCard() {
  const { data, error, refetch } = useSimilarityCounts();
  return (
    <DashboardCard
      title={dashboardMessages.similarity}
      icon={<SimilarityIcon />}
      action={<TextLink to="/groups">{dashboardMessages.open}</TextLink>}
    >
      <Stats
        values={{
          [dashboardMessages.groups]: data?.groups,
          [dashboardMessages.types]: data?.types,
          [dashboardMessages.tasks]: data?.tasks,
        }}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
      />
    </DashboardCard>
  );
}
