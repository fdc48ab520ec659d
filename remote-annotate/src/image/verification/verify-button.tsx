import { Button, makeStyles, tokens, Tooltip, VerifiedFilledIcon, VerifiedIcon } from '@console/shared-ui/basics';
import { imageMessages } from '../data/image-messages';
import { NARROW_TOOLBAR, SMALL_TOOLBAR, visuallyHidden } from '../controls/bar-styles';
import { requestVerification } from '../rules/gate';
import { useKeyAction } from '../keys/use-key-action';
import { useVerification } from './use-verification';

const useStyles = makeStyles({
  button: {
    [NARROW_TOOLBAR]: { paddingInline: tokens.spacingHorizontalS },
    [SMALL_TOOLBAR]: { minWidth: '32px', paddingInline: tokens.spacingHorizontalXS },
  },
  word: { [SMALL_TOOLBAR]: visuallyHidden },
});

/** A button that adds or removes the verification of the current user. */
export function VerifyButton() {
  const styles = useStyles();
  const { ownVerification, list, verify, remove } = useVerification();
  const requestOwnVerification = () => requestVerification(verify, { verifyOnLeave: true });
  useKeyAction('verify', ownVerification || list === undefined ? null : requestOwnVerification);
  const button = (
    <Button
      className={styles.button}
      appearance={ownVerification ? 'primary' : undefined}
      icon={ownVerification ? <VerifiedFilledIcon /> : <VerifiedIcon />}
      aria-pressed={Boolean(ownVerification)}
      disabledFocusable={list === undefined}
      onClick={() => (ownVerification ? remove(ownVerification) : requestOwnVerification())}
    >
      <span className={styles.word}>{ownVerification ? imageMessages.verified : imageMessages.verify}</span>
    </Button>
  );
  if (!ownVerification) return button;
  return (
    <Tooltip content={imageMessages.unverify} relationship="description">
      {button}
    </Tooltip>
  );
}
