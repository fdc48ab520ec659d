import { DashboardCard, SimilarityIcon, Stats } from '@console/shared-ui';
import { Link } from 'react-router-dom';
import { messages } from '../messages';
import { useSimilarityCounts } from './dashboard.queries';

const text = messages.dashboard;

export function SimilarityCard() {
  const { data, error, refetch } = useSimilarityCounts();
  return (
    <DashboardCard title={text.similarity} icon={<SimilarityIcon />} action={<Link to="/groups">{text.open}</Link>}>
      <Stats values={{ [text.groups]: data?.groups, [text.types]: data?.types, [text.tasks]: data?.tasks }} error={data ? undefined : error} onRetry={() => void refetch()} />
    </DashboardCard>
  );
}
