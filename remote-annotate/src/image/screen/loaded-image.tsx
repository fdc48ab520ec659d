import { useSession, isNotFound } from '@console/shared-auth';
import type { Job, TrainingImage } from '@console/shared-contract/api';
import { EmptyState, ErrorState, SkeletonItem } from '@console/shared-ui/basics';
import { useEffect, useMemo, useState } from 'react';
import { imageMessages } from '../data/image-messages';
import { useOutbox, type Projected } from '../../outbox';
import { useImage } from '../data/image.queries';
import { useLayeredImage } from '../data/layer.queries';
import { useOpenLayer } from '../data/use-open-layer';
import { ImageScreen } from './image-screen';
import type { ScreenHost } from '../context/screen-context';
import { useRetryDuringOutage } from '../data/use-retry-during-outage';

const STANDALONE_HOST: ScreenHost = { job: null };

/** Loads an image by id and shows the image screen. If the next image is already cached, the screen stays mounted. */
export function LoadedImage({ id: imageId, host = STANDALONE_HOST }: { id: string; host?: ScreenHost }) {
  const { job, isReviewing } = host;
  return job?.blind === true && isReviewing !== true ? (
    <LayeredImage key={job.id} id={imageId} job={job} host={host} />
  ) : (
    <SharedImage id={imageId} host={host} />
  );
}

/** Shows an image with the annotations that all users share. */
function SharedImage({ id: imageId, host }: { id: string; host: ScreenHost }) {
  return <ImageView id={imageId} image={useImage(imageId)} host={host} />;
}

/** Shows an image with the user's layer (the user's own annotations in a job) instead of the shared annotations. */
function LayeredImage({ id: imageId, job, host }: { id: string; job: Job; host: ScreenHost }) {
  const layerQuery = useOpenLayer(job, imageId);
  const imageQuery = useLayeredImage(layerQuery.data ?? null);
  const layeredHost = useMemo(() => ({ ...host, layer: layerQuery.data ?? null }), [host, layerQuery.data]);
  const shownLayer = layerQuery.data ? imageQuery : { ...layerQuery, data: undefined };
  return <ImageView id={imageId} image={shownLayer} host={layeredHost} />;
}

interface ImageViewProps {
  id: string;
  image: Pick<Projected<TrainingImage>, 'data' | 'error' | 'refetch'>;
  host: ScreenHost;
}

function ImageView({ id: imageId, image: imageQuery, host }: ImageViewProps) {
  const { user } = useSession();
  const outbox = useOutbox(imageQuery.data?.workspace ?? null);
  const failure = useStickyFailure(imageId, imageQuery.error, imageQuery.data !== undefined);
  const isFailed = failure !== null;
  useRetryDuringOutage(imageQuery.error, imageQuery.data !== undefined, imageQuery.refetch);
  const { onSeen } = host;
  useEffect(() => {
    if (isFailed) onSeen?.('failure');
  }, [isFailed, onSeen]);

  if (isFailed)
    return isNotFound(failure) ? (
      <EmptyState>{imageMessages.notFound}</EmptyState>
    ) : (
      <ErrorState error={failure} onRetry={imageQuery.refetch} />
    );
  if (!imageQuery.data || !outbox || !user)
    return <SkeletonItem role="img" aria-label={imageMessages.loading} style={{ height: '100%' }} />;
  return <ImageScreen image={imageQuery.data} outbox={outbox} host={host} />;
}

/** Returns the error of loading the image. Keeps it during a retry, so that the message and its button do not flicker. */
function useStickyFailure(imageId: string, error: unknown, isLoaded: boolean): unknown {
  const [lastFailure, setLastFailure] = useState<{ imageId: string; error: unknown }>({ imageId, error: null });
  const failure: unknown = isLoaded ? null : (error ?? (lastFailure.imageId === imageId ? lastFailure.error : null));
  if (lastFailure.imageId !== imageId || lastFailure.error !== failure) setLastFailure({ imageId, error: failure });
  return failure;
}
