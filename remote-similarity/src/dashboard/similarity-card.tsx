import { DashboardCard, SimilarityIcon, Stats, TextLink } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { useSimilarityCounts } from './dashboard.queries';

const text = messages.dashboard;

export function SimilarityCard() {
  const { data, error, refetch } = useSimilarityCounts();
  return (
    <DashboardCard title={text.similarity} icon={<SimilarityIcon />} action={<TextLink to="/groups">{text.open}</TextLink>}>
      <Stats
        values={{ [text.groups]: data?.groups, [text.types]: data?.types, [text.tasks]: data?.tasks }}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
      />
    </DashboardCard>
  );
}
