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
import { messages } from '../messages';
import { useDetectionCounts, useRecognitionCounts, useSegmentationCounts } from './dashboard.queries';

const text = messages.dashboard;

const RECOGNITION_LINKS = {
  [text.verifiedImages]: { to: '/images', at: '?background=all' },
  [text.labels]: { to: '/manage', at: '?tab=recognition' },
  [text.tasks]: { to: '/manage', at: '?tab=recognition' },
};
const DETECTION_LINKS = {
  [text.objects]: { to: '/images', at: '?show=objects&background=all' },
  [text.labels]: { to: '/detection' },
  [text.tasks]: { to: '/detection' },
};
const SEGMENTATION_LINKS = {
  [text.polygons]: { to: '/images', at: '?polygons=1&background=all' },
  [text.labels]: { to: '/segmentation' },
  [text.tasks]: { to: '/segmentation' },
};

export function RecognitionCard() {
  const { providerUrl } = useConfig();
  const { data, error, refetch } = useRecognitionCounts();
  const images = data && `${data.verified.toLocaleString('en')} / ${data.total.toLocaleString('en')}`;
  const actions = (
    <>
      <PageLink to="/manage" query="?tab=recognition">
        {text.manage}
      </PageLink>
      {providerUrl && (
        <Link href={providerUrl} target="_blank" rel="noopener noreferrer">
          {text.goToApp} <OpenIcon aria-hidden />
        </Link>
      )}
    </>
  );
  return (
    <DashboardCard title={text.recognition} icon={<TagsIcon />} action={actions}>
      <Stats
        links={RECOGNITION_LINKS}
        values={{ [text.verifiedImages]: images, [text.labels]: data?.labels, [text.tasks]: data?.tasks }}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
      />
    </DashboardCard>
  );
}

export function DetectionCard() {
  const { data, error, refetch } = useDetectionCounts();
  return (
    <DashboardCard title={text.detection} icon={<DetectionIcon />} action={<TextLink to="/detection">{text.open}</TextLink>}>
      <Stats
        links={DETECTION_LINKS}
        values={{ [text.objects]: data?.objects, [text.labels]: data?.labels, [text.tasks]: data?.tasks }}
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
      title={text.segmentation}
      icon={<SegmentationIcon />}
      action={<TextLink to="/segmentation">{text.open}</TextLink>}
    >
      <Stats
        links={SEGMENTATION_LINKS}
        values={{ [text.polygons]: data?.polygons, [text.labels]: data?.labels, [text.tasks]: data?.tasks }}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
      />
    </DashboardCard>
  );
}
