import { Button, RealProductBadge, Tooltip, TrainTestBadge } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { useScreen } from '../screen-context';

const words = messages.image;

/** PRODUCT or REAL, TRAIN or TEST: each a switch. */
export function ImageFlags() {
  const { image, outbox } = useScreen();
  const toggle = (flag: 'real' | 'test', before: boolean) =>
    void outbox.enterWrite({ kind: 'flag', image: image.id, flag, before, after: !before });
  return (
    <>
      <Tooltip content={image.real ? words.toProduct : words.toReal} relationship="label">
        <Button appearance="subtle" size="small" onClick={() => toggle('real', image.real)}>
          <RealProductBadge real={image.real} />
        </Button>
      </Tooltip>
      <Tooltip content={image.test_image ? words.toTrain : words.toTest} relationship="label">
        <Button appearance="subtle" size="small" onClick={() => toggle('test', image.test_image)}>
          <TrainTestBadge test={image.test_image} />
        </Button>
      </Tooltip>
    </>
  );
}
