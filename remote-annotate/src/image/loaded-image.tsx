import { useSession, useWorkspace, isNotFound } from '@console/shared-auth';
import { EmptyState, ErrorState, SkeletonItem } from '@console/shared-ui';
import { useEffect } from 'react';
import { messages } from '../messages';
import { useOutbox } from '../outbox';
import { useImage } from './image.queries';
import { ImageScreen } from './image-screen';

const words = messages.image;
/** The screen of an image by its id. Mount anew (by `key`) for another. An image of another of the user's workspaces switches to it. */
export function LoadedImage({ id, inJob = false }: { id: string; inJob?: boolean }) {
  const { workspaceId, workspaces, switchWorkspace } = useWorkspace();
  const { user } = useSession();
  const image = useImage(id);
  const own = image.data?.workspace;
  const isElsewhere = own !== undefined && own !== workspaceId;
  const canSwitch = isElsewhere && workspaces.some((workspace) => workspace.id === own);
  const outbox = useOutbox(own ?? null);

  useEffect(() => {
    if (canSwitch) void switchWorkspace(own);
  }, [canSwitch, own, switchWorkspace]);

  if (image.error && !image.data)
    return isNotFound(image.error) ? (
      <EmptyState>{words.notFound}</EmptyState>
    ) : (
      <ErrorState error={image.error} onRetry={() => void image.refetch()} />
    );
  if (!image.data || !outbox || !user || canSwitch) return <SkeletonItem aria-label={words.loading} style={{ height: '100%' }} />;
  return <ImageScreen image={image.data} outbox={outbox} inJob={inJob} />;
}
