import type { RuleViolation } from '@console/shared-contract/quality-rules';
import { Badge, Button, ContentDialog, Link, makeStyles, tokens } from '@console/shared-ui/basics';
import { ruleMessages } from './rule-messages';

const useStyles = makeStyles({
  text: { margin: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    maxHeight: '50vh',
    overflowY: 'auto',
    margin: 0,
    // Leave space for the focus rings of the entries.
    padding: tokens.spacingHorizontalXXS,
    listStyleType: 'none',
  },
  entry: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS, minWidth: 0, overflowWrap: 'anywhere' },
  badge: { flexShrink: 0 },
  link: { textAlign: 'start' },
  action: { whiteSpace: 'nowrap' },
});

export interface RuleDialogProps {
  violations: readonly RuleViolation[];
  /** Verifies despite warnings, or states that the image has nothing to annotate. */
  onVerify: (statesEmpty: boolean) => void;
  /** Shows a shape of the editor. */
  onShow: (shapeId: string) => void;
  onClose: () => void;
}

/** Lists the rules that an image violates before it is verified. Only warnings can be ignored. */
export function RuleDialog({ violations, onVerify, onShow, onClose }: RuleDialogProps) {
  const styles = useStyles();
  const errors = violations.filter(({ level }) => level === 'error').length;
  const isEmpty = violations.some(({ rule }) => rule === 'empty_image');
  return (
    <ContentDialog
      title={errors > 0 ? ruleMessages.refusedTitle : ruleMessages.warningTitle}
      maxWidth="560px"
      onClose={onClose}
      actions={
        <>
          {isEmpty && (
            <Button appearance="primary" className={styles.action} onClick={() => onVerify(true)}>
              {ruleMessages.nothingToAnnotate}
            </Button>
          )}
          {errors === 0 && (
            <Button appearance={isEmpty ? undefined : 'primary'} className={styles.action} onClick={() => onVerify(false)}>
              {ruleMessages.verifyAnyway}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.text}>
        {errors > 0 ? ruleMessages.errorCount(errors) : ruleMessages.warningCount(violations.length)}
        {violations.some(({ shape }) => shape) && ruleMessages.selectEntryHint}
      </p>
      <ul aria-label={ruleMessages.violations} className={styles.list}>
        {violations.map(({ task, rule, level, shape, text }) => (
          <li key={[task, rule, shape?.id, text].join()} className={styles.entry}>
            <Badge className={styles.badge} appearance="tint" color={level === 'error' ? 'danger' : 'warning'}>
              {ruleMessages.level[level]}
            </Badge>
            {shape ? (
              <Link as="button" className={styles.link} onClick={() => onShow(shape.id)}>
                {text}
              </Link>
            ) : (
              <span>{text}</span>
            )}
          </li>
        ))}
      </ul>
    </ContentDialog>
  );
}
