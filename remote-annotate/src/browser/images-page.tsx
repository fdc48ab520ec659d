import { Page, useAddress } from '@console/shared-ui/basics';
import { useState } from 'react';
import { exchangeInAddress } from '../exchange/exchange-address';
import { takeRememberedTile } from '../image/walk/list-place';
import { messages } from '../messages';
import { filtersInAddress } from './filters-address';
import { ImageBrowser } from './image-browser';

/** /images */
export function ImagesPage() {
  const state = useAddress(filtersInAddress);
  const exchange = useAddress(exchangeInAddress);
  const [walkable] = useState(() => ({ backFrom: takeRememberedTile() }));
  return (
    <Page title={messages.browser.title}>
      <ImageBrowser state={state} exchange={exchange} walkable={walkable} />
    </Page>
  );
}
