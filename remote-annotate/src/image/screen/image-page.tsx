import { useWorkspace } from '@console/shared-auth';
import { Page } from '@console/shared-ui/basics';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { imageMessages } from '../data/image-messages';
import { usePrefetchImages } from '../prefetch/use-prefetch-images';
import { useImage } from '../data/image.queries';
import { LoadedImage } from './loaded-image';
import { getImageFileName } from '@console/shared-contract/image-file-name';
import type { ScreenHost } from '../context/screen-context';
import { useListNavigation } from '../list-navigation/use-list-navigation';
import { ListNavigationBar } from '../list-navigation/list-navigation-bar';

const NO_IMAGES: readonly string[] = [];

/** The page /image/{id}. If the image was opened from a list, the user can go to the next and previous image of the list. */
export function ImagePage() {
  const { id: urlId = '' } = useParams();
  const { workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const listNavigation = useListNavigation();
  const imageId = listNavigation?.pendingImageId ?? urlId;
  const image = useImage(imageId);
  const [shownId, setShownId] = useState<string | null>(null);
  // Start prefetching after the current image has been shown.
  usePrefetchImages(workspaceId ?? '', listNavigation && shownId === imageId ? listNavigation.upcomingImages : NO_IMAGES);
  const host = useMemo(
    (): ScreenHost => ({
      job: null,
      onSeen: () => setShownId(imageId),
      onSuspectsDecided: listNavigation?.hasSuspects ? listNavigation.next : undefined,
      minCertainty: listNavigation?.minCertainty,
      onDeleted: () => (listNavigation?.next ? listNavigation.next() : void navigate(listNavigation?.back ?? '/images')),
      bar: listNavigation && <ListNavigationBar key={imageId} navigation={listNavigation} />,
    }),
    [imageId, listNavigation, navigate],
  );
  return (
    <Page title={(image.data && getImageFileName(image.data)) ?? imageMessages.title} full>
      <LoadedImage id={imageId} host={host} />
    </Page>
  );
}
