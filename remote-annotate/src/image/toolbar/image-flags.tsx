import { Button, RealProductBadge, Tooltip, TrainTestBadge } from '@console/shared-ui/basics';
import { imageMessages } from '../data/image-messages';
import { useKeyActions } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';
import { useEnterWrites } from '../context/use-enter-writes';

/** Toggle buttons for PRODUCT/REAL and TRAIN/TEST; pressed means the second value. */
export function ImageFlags() {
  const { image } = useScreen();
  const enter = useEnterWrites();
  const toggle = (flag: 'real' | 'test', isSet: boolean) =>
    enter([{ kind: 'flag', image: image.id, flag, before: isSet, after: !isSet }]);
  useKeyActions({
    'toggle-real': () => toggle('real', image.real),
    'toggle-test': () => toggle('test', image.test_image),
  });
  return (
    <>
      <Tooltip content={image.real ? imageMessages.toProduct : imageMessages.toReal} relationship="description">
        <Button
          size="small"
          aria-label={imageMessages.background}
          aria-pressed={image.real}
          onClick={() => toggle('real', image.real)}
        >
          <RealProductBadge real={image.real} />
        </Button>
      </Tooltip>
      <Tooltip content={image.test_image ? imageMessages.toTrain : imageMessages.toTest} relationship="description">
        <Button
          size="small"
          aria-label={imageMessages.testOrTrain}
          aria-pressed={image.test_image}
          onClick={() => toggle('test', image.test_image)}
        >
          <TrainTestBadge test={image.test_image} />
        </Button>
      </Tooltip>
    </>
  );
}
