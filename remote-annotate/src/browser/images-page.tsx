import { Page, useUrlParams } from '@console/shared-ui/basics';
import { useState } from 'react';
import { exchangeInAddress } from '../exchange/exchange-address';
import { consumeRememberedTile } from './data/list-position';
import { browserMessages } from './data/browser-messages';
import { filtersInAddress } from './data/filters-address';
import { ImageBrowser } from './image-browser';

/** The page at `/images`. */
export function ImagesPage() {
  const state = useUrlParams(filtersInAddress);
  const exchange = useUrlParams(exchangeInAddress);
  const [walkable] = useState(() => ({ backFrom: consumeRememberedTile() }));
  return (
    <Page title={browserMessages.title}>
      <ImageBrowser state={state} exchange={exchange} walkable={walkable} />
    </Page>
  );
}
