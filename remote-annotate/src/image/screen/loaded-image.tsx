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
export function LoadedImage({ id, host = STANDALONE_HOST }: { id: string; host?: ScreenHost }) {
  const { job, isReviewing } = host;
  return job?.blind === true && isReviewing !== true ? (
    <LayeredImage key={job.id} id={id} job={job} host={host} />
  ) : (
    <OwnImage id={id} host={host} />
  );
}

/** Shows an image with the annotations that all users share. */
function OwnImage({ id, host }: { id: string; host: ScreenHost }) {
  return <ImageView id={id} image={useImage(id)} host={host} />;
}

/** Shows an image with the user's layer (the user's own annotations in a job) instead of the shared annotations. */
function LayeredImage({ id, job, host }: { id: string; job: Job; host: ScreenHost }) {
  const layer = useOpenLayer(job, id);
  const image = useLayeredImage(layer.data ?? null);
  const layeredHost = useMemo(() => ({ ...host, layer: layer.data ?? null }), [host, layer.data]);
  const shownLayer = layer.data ? image : { ...layer, data: undefined };
  return <ImageView id={id} image={shownLayer} host={layeredHost} />;
}

interface ImageViewProps {
  id: string;
  image: Pick<Projected<TrainingImage>, 'data' | 'error' | 'refetch'>;
  host: ScreenHost;
}

function ImageView({ id, image, host }: ImageViewProps) {
  const { user } = useSession();
  const outbox = useOutbox(image.data?.workspace ?? null);
  const failure = useStickyFailure(id, image.error, image.data !== undefined);
  const isFailed = failure !== null;
  useRetryDuringOutage(image.error, image.data !== undefined, image.refetch);
  const { onSeen } = host;
  useEffect(() => {
    if (isFailed) onSeen?.('failure');
  }, [isFailed, onSeen]);

  if (isFailed)
    return isNotFound(failure) ? (
      <EmptyState>{imageMessages.notFound}</EmptyState>
    ) : (
      <ErrorState error={failure} onRetry={image.refetch} />
    );
  if (!image.data || !outbox || !user)
    return <SkeletonItem role="img" aria-label={imageMessages.loading} style={{ height: '100%' }} />;
  return <ImageScreen image={image.data} outbox={outbox} host={host} />;
}

/** Returns the error of loading the image. Keeps it during a retry, so that the message and its button do not flicker. */
function useStickyFailure(id: string, error: unknown, isLoaded: boolean): unknown {
  const [sticky, setSticky] = useState<{ imageId: string; error: unknown }>({ imageId: id, error: null });
  const failure: unknown = isLoaded ? null : (error ?? (sticky.imageId === id ? sticky.error : null));
  if (sticky.imageId !== id || sticky.error !== failure) setSticky({ imageId: id, error: failure });
  return failure;
}
