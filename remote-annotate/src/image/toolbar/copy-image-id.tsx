import { CopyButton } from '@console/shared-ui/basics';
import { useRef } from 'react';
import { useKeyAction } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';

/** A button that copies the id of the image. The shortcut key clicks the button, so that it shows the result. */
export function CopyImageId() {
  const { image } = useScreen();
  const container = useRef<HTMLSpanElement>(null);
  useKeyAction('copy-image-id', () => container.current?.querySelector('button')?.click());
  return (
    <span ref={container} data-shows-result>
      <CopyButton text={image.id} what="image id" />
    </span>
  );
}
