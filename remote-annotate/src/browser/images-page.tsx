import { Page, useAddress } from '@console/shared-ui/basics';
import { useState } from 'react';
import { takeRememberedTile } from '../image/walk/list-place';
import { messages } from '../messages';
import { filtersInAddress } from './filters-address';
import { ImageBrowser } from './image-browser';

/** /images */
export function ImagesPage() {
  const state = useAddress(filtersInAddress);
  const [walkable] = useState(() => ({ backFrom: takeRememberedTile() }));
  return (
    <Page title={messages.browser.title}>
      <ImageBrowser state={state} walkable={walkable} />
    </Page>
  );
}
