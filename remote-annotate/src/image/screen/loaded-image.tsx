import { useSession, isNotFound } from '@console/shared-auth';
import { EmptyState, ErrorState, SkeletonItem } from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import { imageMessages } from '../data/image-messages';
import { useOutbox } from '../../outbox';
import { useImage } from '../data/image.queries';
import { ImageScreen } from './image-screen';
import type { ScreenHost } from '../context/screen-context';
import { useRetryDuringOutage } from '../data/use-retry-during-outage';

const STANDALONE_HOST: ScreenHost = { job: null };

/** Loads an image by id and shows its screen. The screen stays mounted when the row of the next image is already cached. */
export function LoadedImage({ id, host = STANDALONE_HOST }: { id: string; host?: ScreenHost }) {
  const { user } = useSession();
  const image = useImage(id);
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

/** The error of loading the image. It is retained during a retry, so that the message and its button do not flicker. */
function useStickyFailure(id: string, error: unknown, isLoaded: boolean): unknown {
  const [sticky, setSticky] = useState<{ imageId: string; error: unknown }>({ imageId: id, error: null });
  const failure: unknown = isLoaded ? null : (error ?? (sticky.imageId === id ? sticky.error : null));
  if (sticky.imageId !== id || sticky.error !== failure) setSticky({ imageId: id, error: failure });
  return failure;
}
