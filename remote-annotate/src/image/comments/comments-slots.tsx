import { LazyComponent } from '@console/shared-ui/basics';
import { useScreen } from '../context/screen-context';
import { imageCommentsMessages as texts } from './image-comments-messages';
import { useCommentsPanel } from './use-comments-panel';
import { useHasOpenThreads } from './use-has-open-threads';

const loadPanel = async () => (await import('./comments-panel')).CommentsPanel;
const loadOverlay = async () => (await import('./comment-overlay')).CommentOverlay;
const NO_PROPS = {};

/** The panel with the comments beside the image. Its code is loaded when the panel is first opened. */
export function CommentsPanelSlot() {
  const { image } = useScreen();
  return <LazyComponent key={image.id} load={loadPanel} title={texts.title} props={NO_PROPS} skeleton={<aside />} />;
}

/** The pins of comments over the canvas. While the panel is closed, the pins of open threads are loaded after the image. */
export function CommentOverlaySlot({ isImageLoaded }: { isImageLoaded: boolean }) {
  const { image } = useScreen();
  const { isOpen } = useCommentsPanel();
  const hasOpenThreads = useHasOpenThreads(image.id, { enabled: isImageLoaded });
  return isOpen || hasOpenThreads ? (
    <LazyComponent load={loadOverlay} title={texts.title} props={NO_PROPS} skeleton={null} />
  ) : null;
}
