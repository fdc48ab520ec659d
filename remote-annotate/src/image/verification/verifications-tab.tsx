import {
  Button,
  EmptyState,
  ErrorState,
  formatDateTime,
  makeStyles,
  Permitted,
  SkeletonRows,
  tokens,
} from '@console/shared-ui/basics';
import { ruleMessages } from '../rules/rule-messages';
import { verificationMessages } from './verification-messages';
import { useVerification } from './use-verification';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  who: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  when: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The tab with the verifications of the image. */
export function VerificationsTab() {
  const styles = useStyles();
  const { list: verifications, error, retry, remove } = useVerification();
  if (error && !verifications) return <ErrorState error={error} onRetry={retry} />;
  if (!verifications) return <SkeletonRows />;
  if (verifications.length === 0) return <EmptyState>{verificationMessages.noVerifications}</EmptyState>;
  return (
    <ul className={styles.list}>
      {verifications.map((verification) => (
        <li key={verification.id} className={styles.row}>
          <span className={styles.who}>
            {verification.model ? verificationMessages.acceptedByModel(verification.user.username) : verification.user.username}
            <br />
            <span className={styles.when}>{formatDateTime(verification.created)}</span>
            {verification.nothing_to_annotate && (
              <>
                <br />
                {ruleMessages.nothingToAnnotate}
              </>
            )}
          </span>
          <Permitted<'DELETE /annotate/v2/verification/{id}'> permission="annotate">
            <Button size="small" onClick={() => remove(verification)}>
              {verificationMessages.remove}
            </Button>
          </Permitted>
        </li>
      ))}
    </ul>
  );
}
