import { useConfig } from '@console/shared-auth';
import {
  DashboardCard,
  DetectionIcon,
  Link,
  OpenIcon,
  PageLink,
  SegmentationIcon,
  Stats,
  TagsIcon,
  TextLink,
} from '@console/shared-ui/basics';
import { dashboardMessages } from './dashboard-messages';
import { useDetectionCounts, useRecognitionCounts, useSegmentationCounts } from './dashboard.queries';

const RECOGNITION_LINKS = {
  [dashboardMessages.verifiedImages]: { to: '/images', query: '?background=all' },
  [dashboardMessages.labels]: { to: '/manage', query: '?tab=recognition' },
  [dashboardMessages.tasks]: { to: '/manage', query: '?tab=recognition' },
};
const DETECTION_LINKS = {
  [dashboardMessages.objects]: { to: '/images', query: '?show=objects&background=all' },
  [dashboardMessages.labels]: { to: '/detection' },
  [dashboardMessages.tasks]: { to: '/detection' },
};
const SEGMENTATION_LINKS = {
  [dashboardMessages.polygons]: { to: '/images', query: '?polygons=1&background=all' },
  [dashboardMessages.labels]: { to: '/segmentation' },
  [dashboardMessages.tasks]: { to: '/segmentation' },
};

export function RecognitionCard() {
  const { providerUrl } = useConfig();
  const { data, error, refetch } = useRecognitionCounts();
  const images = data && `${data.verified.toLocaleString('en')} / ${data.total.toLocaleString('en')}`;
  const actions = (
    <>
      <PageLink to="/manage" query="?tab=recognition">
        {dashboardMessages.manage}
      </PageLink>
      {providerUrl && (
        <Link href={providerUrl} target="_blank" rel="noopener noreferrer">
          {dashboardMessages.goToApp} <OpenIcon aria-hidden />
        </Link>
      )}
    </>
  );
  return (
    <DashboardCard title={dashboardMessages.recognition} icon={<TagsIcon />} action={actions}>
      <Stats
        links={RECOGNITION_LINKS}
        values={{
          [dashboardMessages.verifiedImages]: images,
          [dashboardMessages.labels]: data?.labels,
          [dashboardMessages.tasks]: data?.tasks,
        }}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
      />
    </DashboardCard>
  );
}

export function DetectionCard() {
  const { data, error, refetch } = useDetectionCounts();
  return (
    <DashboardCard
      title={dashboardMessages.detection}
      icon={<DetectionIcon />}
      action={<TextLink to="/detection">{dashboardMessages.open}</TextLink>}
    >
      <Stats
        links={DETECTION_LINKS}
        values={{
          [dashboardMessages.objects]: data?.objects,
          [dashboardMessages.labels]: data?.labels,
          [dashboardMessages.tasks]: data?.tasks,
        }}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
      />
    </DashboardCard>
  );
}

export function SegmentationCard() {
  const { data, error, refetch } = useSegmentationCounts();
  return (
    <DashboardCard
      title={dashboardMessages.segmentation}
      icon={<SegmentationIcon />}
      action={<TextLink to="/segmentation">{dashboardMessages.open}</TextLink>}
    >
      <Stats
        links={SEGMENTATION_LINKS}
        values={{
          [dashboardMessages.polygons]: data?.polygons,
          [dashboardMessages.labels]: data?.labels,
          [dashboardMessages.tasks]: data?.tasks,
        }}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
      />
    </DashboardCard>
  );
}
