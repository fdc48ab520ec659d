import type { Suspect } from '@console/shared-contract/api';
import { Badge, Button, Link, makeStyles, tokens, useNotify } from '@console/shared-ui/basics';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { getPolygonBounds } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { usePredictionRuns } from '../../browser/data/prediction-runs.queries';
import { suspectMessages } from './suspect-messages';
import { visuallyHidden } from '../controls/bar-styles';
import { useFocusCanvasOnUnmount } from '../controls/focus-canvas';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyActions } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';
import { getSuspectOutline } from './accept-suspect';
import { describeSuspect } from './describe-suspect';
import { useDecision } from './use-decision';
import { useOpenSuspects } from './use-open-suspects';

const useStyles = makeStyles({
  // The bar covers a part of the image. If it took space above the image, it would move the canvas while the user draws.
  bar: {
    position: 'absolute',
    top: tokens.spacingVerticalS,
    left: tokens.spacingHorizontalS,
    zIndex: 1,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    maxWidth: `calc(100% - 2 * ${tokens.spacingHorizontalS})`,
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
  },
  statistic: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
  description: { minWidth: 0, margin: 0, overflowWrap: 'anywhere' },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS, minWidth: 0 },
  rejection: { margin: 0, color: tokens.colorStatusWarningForeground1 },
  announced: visuallyHidden,
});

/** Space between the bar and the highlighted shape, in CSS pixels. */
const MARGIN = 8;

/** Closes the notice about the previous suspected annotation error. */
let dismissNotice = (): void => undefined;

/** Shows a notice and closes the previous notice. */
function replaceNotice(show: () => () => void): void {
  dismissNotice();
  dismissNotice = show();
}

/**
 * Describes the most certain suspect (suspected label error) of the image, and highlights the predicted shape. The user accepts or
 * dismisses the suggestion. Mount a new instance for another image.
 */
export function SuspectBar({ suspects }: { suspects: readonly Suspect[] }) {
  const styles = useStyles();
  const notify = useNotify();
  const navigate = useNavigate();
  const { pathname, state: locationState } = useLocation() as Location<unknown>;
  const { editor, onSuspectsDecided } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const { accept, dismiss, offeredLabels } = useDecision();
  const [rejection, setRejection] = useState<{ id: string; reason: string } | null>(null);
  const { openSuspects, labels, isOpen: stillApplies, labelLoaders: labelElements } = useOpenSuspects(suspects);
  const currentSuspect = openSuspects[0];
  const runDecisions = usePredictionRuns()?.find((run) => run.id === currentSuspect?.run)?.decisions;
  const decidedCount = runDecisions ? runDecisions.accepted + runDecisions.dismissed : 0;
  const suspectId = currentSuspect?.id;
  const barElement = useRef<HTMLElement>(null);
  const outline = useMemo(() => (currentSuspect ? getSuspectOutline(currentSuspect, shapes) : null), [currentSuspect, shapes]);

  useEffect(() => editor.setSuggestion(outline), [editor, outline]);
  useEffect(() => () => editor.setSuggestion(null), [editor]);
  useEffect(() => {
    const suggestion = editor.topics.suggestion.getSnapshot();
    // Do not move the view while the user draws.
    if (suspectId === undefined || !suggestion || editor.topics.tool.getSnapshot().busy !== 'idle') return;
    const { minY, ...bounds } = getPolygonBounds(suggestion);
    const barHeight = (barElement.current?.offsetHeight ?? 0) + MARGIN;
    editor.viewport.reveal({ ...bounds, minY: minY - barHeight / editor.viewport.camera.scale });
  }, [editor, suspectId]);
  useFocusCanvasOnUnmount();

  const showNext = (notice: string) => {
    setRejection(null);
    if (openSuspects.some((candidate) => candidate.id !== suspectId && stillApplies(candidate))) return;
    if (!onSuspectsDecided) return replaceNotice(() => notify.success({ title: suspectMessages.allReviewed }));
    // Restore the history state, which contains the position in the list of images. Next continues from this position.
    const goBack = () => void navigate(pathname, { state: locationState });
    replaceNotice(() => notify.success({ title: notice, text: <BackButton onBack={goBack} />, hasAction: true }));
    onSuspectsDecided();
  };
  const onAccept = () => {
    if (!currentSuspect) return;
    const reason = accept(currentSuspect, labels);
    if (reason === null) showNext(suspectMessages.wasAccepted);
    else setRejection({ id: currentSuspect.id, reason });
  };
  const onDismiss = () => {
    if (!currentSuspect) return;
    dismiss(currentSuspect);
    showNext(suspectMessages.wasDismissed);
  };
  useKeyActions({ 'accept-suspect': currentSuspect ? onAccept : null, 'dismiss-suspect': currentSuspect ? onDismiss : null });

  const suspectText = currentSuspect && describeSuspect(currentSuspect, labels ?? [], offeredLabels);
  const reason = rejection && rejection.id === suspectId ? rejection.reason : '';
  // The live region must exist before its text changes; otherwise screen readers do not announce it.
  const announcement = useDeferredValue(
    suspectText ? `${reason} ${suspectText.description} ${suspectMessages.count(openSuspects.length)}` : '',
    '',
  );
  return (
    <>
      {labelElements}
      <div aria-live="polite" className={styles.announced}>
        {announcement}
      </div>
      {suspectText && (
        <section ref={barElement} aria-label={suspectMessages.bar} className={styles.bar}>
          <Badge appearance="tint" color="informative">
            {suspectMessages.count(openSuspects.length)}
          </Badge>
          {currentSuspect && <span className={styles.statistic}>{suspectMessages.certainty(currentSuspect.sureness)}</span>}
          {runDecisions && decidedCount > 0 && (
            <span className={styles.statistic}>{suspectMessages.acceptedRatio(runDecisions.accepted, decidedCount)}</span>
          )}
          <p className={styles.description}>{suspectText.description}</p>
          <span className={styles.buttons}>
            <KeyTooltip label={suspectText.acceptLabel} action="accept-suspect">
              <Button size="small" appearance="primary" disabledFocusable={!labels} onClick={ignoreDoubleClick(onAccept)}>
                {suspectText.acceptLabel}
              </Button>
            </KeyTooltip>
            <KeyTooltip label={suspectMessages.dismiss} action="dismiss-suspect">
              <Button size="small" onClick={ignoreDoubleClick(onDismiss)}>
                {suspectMessages.dismiss}
              </Button>
            </KeyTooltip>
          </span>
          {reason !== '' && <p className={styles.rejection}>{reason}</p>}
        </section>
      )}
    </>
  );
}

function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <Link
      as="button"
      onClick={() => {
        dismissNotice();
        onBack();
      }}
    >
      {suspectMessages.backToPrevious}
    </Link>
  );
}

/** Ignores the second click of a double click, which would decide on the next suspected error. */
const ignoreDoubleClick = (handleClick: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) handleClick();
};
