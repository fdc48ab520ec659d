import { Button, makeStyles, tokens, Tooltip, VerifiedFilledIcon, VerifiedIcon } from '@console/shared-ui/basics';
import { imageMessages } from '../data/image-messages';
import { visuallyHidden } from '../controls/bar-styles';
import { TINY_TOOLBAR } from '../controls/overflow-tools';
import { useKeyAction } from '../keys/use-key-action';
import { useVerification } from './use-verification';

const useStyles = makeStyles({
  button: { [TINY_TOOLBAR]: { minWidth: '32px', paddingInline: tokens.spacingHorizontalXS } },
  word: { [TINY_TOOLBAR]: visuallyHidden },
});

/** Adds or removes the verification of the current user. */
export function VerifyButton() {
  const styles = useStyles();
  const { ownVerification, list, verify, remove } = useVerification();
  useKeyAction('verify', ownVerification || list === undefined ? null : verify);
  if (ownVerification)
    return (
      <Tooltip content={imageMessages.unverify} relationship="description">
        <Button
          appearance="primary"
          className={styles.button}
          icon={<VerifiedFilledIcon />}
          aria-pressed
          onClick={() => remove(ownVerification)}
        >
          <span className={styles.word}>{imageMessages.verified}</span>
        </Button>
      </Tooltip>
    );
  return (
    <Button
      className={styles.button}
      icon={<VerifiedIcon />}
      aria-pressed={false}
      disabledFocusable={list === undefined}
      onClick={verify}
    >
      <span className={styles.word}>{imageMessages.verify}</span>
    </Button>
  );
}
