import type { ImageBrowserProps } from '@console/shared-contract/federation';
import { ImageBrowser } from './image-browser';
import { useLocalFilters } from './use-filters';

function TargetBrowser({ target, onMembershipChange }: ImageBrowserProps) {
  const state = useLocalFilters();
  return <ImageBrowser state={state} target={target} onMembershipChange={onMembershipChange} />;
}

/** The widget `image-browser`: picks images for a job or a task; another one starts afresh. */
export function ImageBrowserWidget(props: ImageBrowserProps) {
  return <TargetBrowser key={`${props.target.kind} ${props.target.id}`} {...props} />;
}
