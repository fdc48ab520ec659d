import { CopyButton } from '@console/shared-ui/basics';
import { useRef } from 'react';
import { useKeyAction } from '../keys/use-key-action';
import { useScreen } from '../screen-context';

/** The id of the image to the clipboard; the key presses the button, which says how that went. */
export function CopyImageId() {
  const { image } = useScreen();
  const place = useRef<HTMLSpanElement>(null);
  useKeyAction('copy-image-id', () => place.current?.querySelector('button')?.click());
  return (
    <span ref={place}>
      <CopyButton text={image.id} what="image id" />
    </span>
  );
}
