import type { RuleViolation } from '@console/shared-contract/quality-rules';
import { Button, LazyComponent, makeStyles, tokens } from '@console/shared-ui/basics';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useScreen } from '../context/screen-context';
import { focusCanvas, restoreCanvasFocus } from '../controls/focus-canvas';
import { useVerifications } from '../data/image.queries';
import { useProjectObjectLabels } from './object-labels';
import { registerGate, type VerificationRequest, type Verify } from './gate';
import { ruleMessages } from './rule-messages';
import { useRuleTasks } from './use-rule-tasks';

const loadDialog = async () => (await import('./rule-dialog')).RuleDialog;
const loadViolationFinder = async () => (await import('./document-violations')).findDocumentViolations;

const useStyles = makeStyles({
  waiting: {
    position: 'fixed',
    zIndex: 1,
    insetInline: 0,
    bottom: tokens.spacingVerticalXXL,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: 'fit-content',
    maxWidth: '90%',
    boxSizing: 'border-box',
    marginInline: 'auto',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
});

/** A verification that is postponed until the shapes and rules of the image are loaded. */
interface WaitingVerification extends VerificationRequest {
  readonly verify: Verify;
}

/**
 * Checks the rules of tasks before the image is verified, and asks about violations. A verification waits until shapes and rules are
 * loaded. Mount a new instance for another image. `shapesState` is the state of loading the shapes.
 */
export const RuleGate = memo(function RuleGate({ shapesState }: { shapesState: 'loading' | 'loaded' | 'failed' }) {
  const styles = useStyles();
  const { image, editor } = useScreen();
  const areShapesLoaded = shapesState === 'loaded';
  const { data: tasks, isLoading } = useRuleTasks(areShapesLoaded);
  const mustWait = shapesState === 'loading' || isLoading;
  const verifications = useVerifications(image.id).data;
  const getLabels = useProjectObjectLabels();
  const [violationPrompt, setViolationPrompt] = useState<{ violations: readonly RuleViolation[]; verify: Verify } | null>(null);

  const [waitingVerification, setWaitingVerification] = useState<WaitingVerification | null>(null);

  const checkAndVerify = (verify: Verify, options: VerificationRequest): void => {
    setWaitingVerification(mustWait ? { verify, ...options } : null);
    if (mustWait) return;
    // Verify without a check if shapes or rules cannot be loaded, because the server checks the rules again.
    if (!areShapesLoaded || !tasks?.length) return verify(false);
    const isStatedEmpty = verifications?.some(({ nothing_to_annotate: isStated }) => isStated) === true;
    const size = { width: image.img_width, height: image.img_height };
    void loadViolationFinder().then(
      (findDocumentViolations) => {
        const violations = findDocumentViolations({ editor, size, labels: image.labels, isStatedEmpty, getLabels }, tasks);
        if (violations.length > 0) setViolationPrompt({ violations, verify });
        else verify(false);
      },
      () => verify(false),
    );
  };
  // Load the code of the check and the dialog early, so that a verification is checked without delay, even offline.
  const hasRules = tasks !== undefined && tasks.length > 0;
  useEffect(() => {
    if (hasRules) void Promise.all([loadViolationFinder(), loadDialog()]).catch(() => undefined);
  }, [hasRules]);

  const latestCheck = useRef(checkAndVerify);
  useLayoutEffect(() => {
    latestCheck.current = checkAndVerify;
  });
  useEffect(() => registerGate((verify, options) => latestCheck.current(verify, options)), []);
  useEffect(() => {
    if (!waitingVerification || mustWait) return;
    latestCheck.current(waitingVerification.verify, waitingVerification);
  }, [waitingVerification, mustWait]);
  const latestWaiting = useRef<WaitingVerification | null>(null);
  useLayoutEffect(() => {
    latestWaiting.current = waitingVerification;
  }, [waitingVerification]);
  useEffect(() => () => void (latestWaiting.current?.verifyOnLeave && latestWaiting.current.verify(false)), []);

  const endWaiting = (verifyAfterWaiting?: Verify) => () => {
    setWaitingVerification(null);
    focusCanvas();
    verifyAfterWaiting?.(false);
  };
  const status = (
    <div role="status">
      {waitingVerification && (
        <div className={styles.waiting}>
          {ruleMessages.waiting}
          <Button size="small" onClick={endWaiting(waitingVerification.verify)}>
            {ruleMessages.verifyNow}
          </Button>
          <Button size="small" onClick={endWaiting()}>
            {ruleMessages.cancel}
          </Button>
        </div>
      )}
    </div>
  );
  if (!violationPrompt) return status;
  const closeDialog = () => {
    setViolationPrompt(null);
    restoreCanvasFocus();
  };
  const dialogProps = {
    violations: violationPrompt.violations,
    onVerify: (statesEmpty: boolean) => {
      closeDialog();
      violationPrompt.verify(statesEmpty);
    },
    onShow: (shapeId: string) => {
      closeDialog();
      editor.select(shapeId);
      editor.reveal(shapeId);
    },
    onClose: closeDialog,
  };
  return <LazyComponent load={loadDialog} title={ruleMessages.violations} props={dialogProps} skeleton={null} />;
});
