import type { ImageBrowserProps } from '@console/shared-contract/federation';
import { useLocalParams } from '@console/shared-ui/basics';
import { exchangeUrlParams } from '../exchange/exchange-url-params';
import { filterUrlParams } from './data/filter-url-params';
import { ImageBrowser } from './image-browser';

function TargetBrowser({ target, onMembershipChange }: ImageBrowserProps) {
  const state = useLocalParams(filterUrlParams);
  const exchange = useLocalParams(exchangeUrlParams);
  return <ImageBrowser state={state} exchange={exchange} target={target} onMembershipChange={onMembershipChange} />;
}

/** The widget `image-browser`, which selects images for a job or task. Its state is reset when the job or task changes. */
export function ImageBrowserWidget(props: ImageBrowserProps) {
  return <TargetBrowser key={`${props.target.kind} ${props.target.id}`} {...props} />;
}
