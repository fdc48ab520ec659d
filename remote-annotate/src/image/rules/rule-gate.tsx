import type { RuleViolation } from '@console/shared-contract/quality-rules';
import { LazyComponent } from '@console/shared-ui/basics';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useScreen } from '../context/screen-context';
import { restoreCanvasFocus } from '../controls/focus-canvas';
import { useVerifications } from '../data/image.queries';
import { useProjectObjectLabels } from './object-labels';
import { registerGate, type Verify } from './gate';
import { ruleMessages } from './rule-messages';
import { useRuleTasks } from './use-rule-tasks';

const loadDialog = async () => (await import('./rule-dialog')).RuleDialog;
const loadCheck = async () => (await import('./document-violations')).findDocumentViolations;

/** Checks the rules of tasks before the image is verified, and asks about violations. Mount a new instance for another image. */
export function RuleGate({ isComplete }: { isComplete: boolean }) {
  const { image, editor } = useScreen();
  const tasks = useRuleTasks(isComplete);
  const verifications = useVerifications(image.id).data;
  const getLabels = useProjectObjectLabels();
  const [pending, setPending] = useState<{ violations: readonly RuleViolation[]; verify: Verify } | null>(null);

  const check = (verify: Verify): void => {
    // The server checks verifications of images whose shapes or rules are not loaded.
    if (!isComplete || !tasks?.length) return verify(false);
    const isStatedEmpty = verifications?.some(({ nothing_to_annotate: isStated }) => isStated) === true;
    const size = { width: image.img_width, height: image.img_height };
    void loadCheck().then(
      (findDocumentViolations) => {
        const violations = findDocumentViolations({ editor, size, isStatedEmpty, getLabels }, tasks);
        if (violations.length > 0) setPending({ violations, verify });
        else verify(false);
      },
      () => verify(false),
    );
  };
  // A verification does not wait for the code, and is also checked offline.
  const hasRules = tasks !== undefined && tasks.length > 0;
  useEffect(() => {
    if (hasRules) void Promise.all([loadCheck(), loadDialog()]).catch(() => undefined);
  }, [hasRules]);

  const latest = useRef(check);
  useLayoutEffect(() => {
    latest.current = check;
  });
  useEffect(() => registerGate((verify) => latest.current(verify)), []);

  if (!pending) return null;
  const close = () => {
    setPending(null);
    restoreCanvasFocus();
  };
  const props = {
    violations: pending.violations,
    onVerify: (statesEmpty: boolean) => {
      close();
      pending.verify(statesEmpty);
    },
    onShow: (shape: string) => {
      close();
      editor.select(shape);
      editor.reveal(shape);
    },
    onClose: close,
  };
  return <LazyComponent load={loadDialog} title={ruleMessages.violations} props={props} skeleton={null} />;
}
