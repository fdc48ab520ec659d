import { Button, RealProductBadge, Tooltip, TrainTestBadge } from '@console/shared-ui/basics';
import type { ReactNode } from 'react';
import { imageMessages } from '../data/image-messages';
import { useKeyActions } from '../keys/use-key-action';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { useEnterWrites } from '../context/use-enter-writes';

/**
 * Toggle buttons for the flags PRODUCT/REAL and TRAIN/TEST. A pressed button means REAL or TEST. Users without permission to annotate see
 * badges instead.
 */
export function ImageFlags() {
  const { image } = useScreen();
  const enterWrites = useEnterWrites();
  const toggle = (flag: 'real' | 'test', isSet: boolean) =>
    enterWrites([{ kind: 'flag', image: image.id, flag, before: isSet, after: !isSet }]);
  useKeyActions({
    'toggle-real': () => toggle('real', image.real),
    'toggle-test': () => toggle('test', image.test_image),
  });
  return (
    <>
      <FlagButton
        label={imageMessages.realFlag}
        hint={image.real ? imageMessages.toProduct : imageMessages.toReal}
        isSet={image.real}
        onClick={() => toggle('real', image.real)}
      >
        <RealProductBadge real={image.real} />
      </FlagButton>
      <FlagButton
        label={imageMessages.testFlag}
        hint={image.test_image ? imageMessages.toTrain : imageMessages.toTest}
        isSet={image.test_image}
        onClick={() => toggle('test', image.test_image)}
      >
        <TrainTestBadge test={image.test_image} />
      </FlagButton>
    </>
  );
}

interface FlagButtonProps {
  label: string;
  hint: string;
  isSet: boolean;
  onClick: () => void;
  children: ReactNode;
}

function FlagButton({ label, hint, isSet, onClick, children }: FlagButtonProps) {
  if (!useCanAnnotate()) return children;
  return (
    <Tooltip content={hint} relationship="description">
      <Button size="small" aria-label={label} aria-pressed={isSet} onClick={onClick}>
        {children}
      </Button>
    </Tooltip>
  );
}
