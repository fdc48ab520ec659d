import { Page, useUrlParams } from '@console/shared-ui/basics';
import { useState } from 'react';
import { exchangeUrlParams } from '../exchange/exchange-url-params';
import { consumeRememberedTile } from './data/list-position';
import { browserMessages } from './data/browser-messages';
import { filterUrlParams } from './data/filter-url-params';
import { ImageBrowser } from './image-browser';

/** The page at `/images`. */
export function ImagesPage() {
  const state = useUrlParams(filterUrlParams);
  const exchange = useUrlParams(exchangeUrlParams);
  const [listNavigation] = useState(() => ({ returnFromId: consumeRememberedTile() }));
  return (
    <Page title={browserMessages.title}>
      <ImageBrowser state={state} exchange={exchange} listNavigation={listNavigation} />
    </Page>
  );
}
