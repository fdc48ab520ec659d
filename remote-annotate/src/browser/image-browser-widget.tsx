import type { ImageBrowserProps } from '@console/shared-contract/federation';
import { useLocalParams } from '@console/shared-ui/basics';
import { exchangeInAddress } from '../exchange/exchange-address';
import { filtersInAddress } from './data/filters-address';
import { ImageBrowser } from './image-browser';

function TargetBrowser({ target, onMembershipChange }: ImageBrowserProps) {
  const state = useLocalParams(filtersInAddress);
  const exchange = useLocalParams(exchangeInAddress);
  return <ImageBrowser state={state} exchange={exchange} target={target} onMembershipChange={onMembershipChange} />;
}

/** The widget `image-browser`, which selects images for a job or task. Another job or task resets its state. */
export function ImageBrowserWidget(props: ImageBrowserProps) {
  return <TargetBrowser key={`${props.target.kind} ${props.target.id}`} {...props} />;
}
