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
import type { ReactElement } from 'react';
import { dashboardMessages } from './dashboard-messages';
import { useRecognitionCounts, useShapeCounts } from './dashboard.queries';

const RECOGNITION_LINKS = {
  [dashboardMessages.verifiedImages]: { to: '/images', query: '?background=all' },
  [dashboardMessages.labels]: { to: '/manage', query: '?tab=recognition' },
  [dashboardMessages.tasks]: { to: '/manage', query: '?tab=recognition' },
};

export function RecognitionCard() {
  const { providerUrl } = useConfig();
  const { data, error, refetch } = useRecognitionCounts();
  const images = data && `${data.verified.toLocaleString('en')} / ${data.total.toLocaleString('en')}`;
  const cardLinks = (
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
    <DashboardCard title={dashboardMessages.recognition} icon={<TagsIcon />} action={cardLinks}>
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

interface ShapeCardProps {
  title: string;
  icon: ReactElement;
  /** Path of the page that lists the labels and tasks. */
  path: string;
  /** Name of the shapes, and the link to a list of them. */
  shapes: { name: string; link: { to: string; query?: string } };
  counts: ReturnType<typeof useShapeCounts>;
}

/** Card with the numbers of shapes, labels and tasks of detection or segmentation. */
function ShapeCard({ title, icon, path, shapes, counts: { data, error, refetch } }: ShapeCardProps) {
  return (
    <DashboardCard title={title} icon={icon} action={<TextLink to={path}>{dashboardMessages.open}</TextLink>}>
      <Stats
        links={{
          [shapes.name]: shapes.link,
          [dashboardMessages.labels]: { to: path },
          [dashboardMessages.tasks]: { to: path },
        }}
        values={{
          [shapes.name]: data?.shapes,
          [dashboardMessages.labels]: data?.labels,
          [dashboardMessages.tasks]: data?.tasks,
        }}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
      />
    </DashboardCard>
  );
}

/** Counts of detection. The link opens the image browser, or the detection page if there are skeletons, which the browser does not list. */
export function DetectionCard() {
  const counts = useShapeCounts('detection');
  return (
    <ShapeCard
      title={dashboardMessages.detection}
      icon={<DetectionIcon />}
      path="/detection"
      shapes={
        counts.data?.others
          ? { name: dashboardMessages.objectsAndSkeletons, link: { to: '/detection' } }
          : { name: dashboardMessages.objects, link: { to: '/images', query: '?show=objects&background=all' } }
      }
      counts={counts}
    />
  );
}

export function SegmentationCard() {
  const counts = useShapeCounts('segmentation');
  return (
    <ShapeCard
      title={dashboardMessages.segmentation}
      icon={<SegmentationIcon />}
      path="/segmentation"
      shapes={{
        name: counts.data?.others ? dashboardMessages.polygonsAndMasks : dashboardMessages.polygons,
        link: { to: '/images', query: '?polygons=1&background=all' },
      }}
      counts={counts}
    />
  );
}
