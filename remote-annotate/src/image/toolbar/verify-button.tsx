import { Button, Tooltip, VerifiedFilledIcon, VerifiedIcon } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { useKeyAction } from '../keys/use-key-action';
import { useVerification } from './use-verification';

const words = messages.image;

export function VerifyButton() {
  const { own, list, verify, remove } = useVerification();
  useKeyAction('verify', own || list === undefined ? null : verify);
  if (own)
    return (
      <Tooltip content={words.unverify} relationship="description">
        <Button appearance="primary" icon={<VerifiedFilledIcon />} aria-pressed onClick={() => remove(own)}>
          {words.verified}
        </Button>
      </Tooltip>
    );
  return (
    <Button icon={<VerifiedIcon />} aria-pressed={false} disabledFocusable={list === undefined} onClick={verify}>
      {words.verify}
    </Button>
  );
}
