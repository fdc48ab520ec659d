import { LinkButton, ImagesIcon, Page, useUrlParams } from '@console/shared-ui/basics';
import { useState } from 'react';
import { exchangeUrlParams } from '../exchange/exchange-url-params';
import { browserMessages } from './data/browser-messages';
import { filterUrlParams } from './data/filter-url-params';
import { consumeRememberedTile } from './data/list-position';
import { ImageBrowser } from './image-browser';

/** The page at `/map`: images or objects as points of a map, with a list of the selected items. */
export function MapPage() {
  const browserParams = useUrlParams(filterUrlParams);
  const exchange = useUrlParams(exchangeUrlParams);
  const [listNavigation] = useState(() => ({ returnFromId: consumeRememberedTile() }));
  return (
    <Page
      title={browserMessages.map}
      actions={
        <LinkButton to={`/images${filterUrlParams.toLink(browserParams.committedValues)}`} icon={<ImagesIcon />}>
          {browserMessages.title}
        </LinkButton>
      }
    >
      <ImageBrowser state={browserParams} exchange={exchange} listNavigation={listNavigation} hasMap />
    </Page>
  );
}
