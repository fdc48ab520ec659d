import { useHasService, useSeesWorkspace } from '@console/shared-auth';
import { LinkButton, MapIcon, Page, SegmentationIcon, useUrlParams } from '@console/shared-ui/basics';
import { useState } from 'react';
import { exchangeUrlParams } from '../exchange/exchange-url-params';
import { consumeRememberedTile } from './data/list-position';
import { browserMessages } from './data/browser-messages';
import { filterUrlParams } from './data/filter-url-params';
import { ImageBrowser } from './image-browser';

/** The page at `/images`. */
export function ImagesPage() {
  const browserParams = useUrlParams(filterUrlParams);
  const exchange = useUrlParams(exchangeUrlParams);
  const { detectionLabels, polygonLabels } = browserParams.values;
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation');
  const seesWorkspace = useSeesWorkspace();
  const seesShapes = seesWorkspace && (hasDetection || hasSegmentation);
  const [listNavigation] = useState(() => ({ returnFromId: consumeRememberedTile() }));
  return (
    <Page
      title={browserMessages.title}
      actions={
        <>
          {seesWorkspace && (
            <LinkButton to={`/map${filterUrlParams.toLink(browserParams.committedValues)}`} icon={<MapIcon />}>
              {browserMessages.map}
            </LinkButton>
          )}
          {seesShapes && (
            <LinkButton to={`/shapes?labels=${[...detectionLabels, ...polygonLabels].join(',')}`} icon={<SegmentationIcon />}>
              {browserMessages.shapes}
            </LinkButton>
          )}
        </>
      }
    >
      <ImageBrowser state={browserParams} exchange={exchange} listNavigation={listNavigation} />
    </Page>
  );
}
