import type { TrainingImage } from '@console/shared-contract/api';
import { Button, RealProductBadge, Tooltip, TrainTestBadge } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { storedCall } from '../../outbox';
import { patchImage } from '../image.queries';
import { useScreen } from '../screen-context';

const words = messages.image;
type Flag = 'mark-real' | 'unmark-real' | 'mark-test' | 'unmark-test';

/** PRODUCT or REAL, TRAIN or TEST: each a switch. */
export function ImageFlags() {
  const { image, outbox } = useScreen();
  const set = (flag: Flag, title: string, change: Partial<TrainingImage>) => {
    patchImage(image.id, (now) => ({ ...now, ...change }));
    const call = storedCall('POST /recognition/v2/training-image/update', undefined, { images: [image.id], [flag]: true });
    void outbox.enterCall({ imageId: image.id, call, title, coalesceKey: `flag:${flag.replace('unmark', 'mark')}` });
  };
  const realTitle = image.real ? words.toProduct : words.toReal;
  const testTitle = image.test_image ? words.toTrain : words.toTest;
  return (
    <>
      <Tooltip content={realTitle} relationship="label">
        <Button
          appearance="subtle"
          size="small"
          onClick={() => set(image.real ? 'unmark-real' : 'mark-real', realTitle, { real: !image.real })}
        >
          <RealProductBadge real={image.real} />
        </Button>
      </Tooltip>
      <Tooltip content={testTitle} relationship="label">
        <Button
          appearance="subtle"
          size="small"
          onClick={() => set(image.test_image ? 'unmark-test' : 'mark-test', testTitle, { test_image: !image.test_image })}
        >
          <TrainTestBadge test={image.test_image} />
        </Button>
      </Tooltip>
    </>
  );
}
