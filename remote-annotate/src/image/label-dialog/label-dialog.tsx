import { kindMessages } from '../../shape-kinds/kind-messages';
import { shapeKinds } from '../../shape-kinds/kind-registry';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@console/shared-ui/basics';
import { Checkbox } from '@console/shared-ui/choices';
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { listLabels, type Editor, type PendingShape, type Shape } from '../../editor';
import { labelDialogMessages } from '../labels/label-dialog-messages';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useFocusCanvasOnUnmount } from '../controls/focus-canvas';
import { LabelChoice } from './label-choice';
import { placeBeside } from './place-beside';

const useStyles = makeStyles({
  // Override Fluent's centered position: `usePositionBeside` sets a position next to the shape.
  surface: {
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    boxSizing: 'border-box',
    width: 'min(360px, calc(100vw - 24px))',
    padding: tokens.spacingHorizontalL,
  },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, paddingBlock: tokens.spacingVerticalXS },
});

interface LabelDialogProps {
  editor: Editor;
  /** The element that contains the canvas. It has the same top left corner as the canvas. */
  canvas: RefObject<HTMLElement | null>;
}

/** Asks for the label or the name of a newly drawn shape. */
export function LabelDialog({ editor, canvas }: LabelDialogProps) {
  const pendingShape = useTopic(editor.topics.pending);
  // The key resets the form for another shape.
  return pendingShape && <PendingForm key={pendingShape.data.join()} editor={editor} pending={pendingShape} canvas={canvas} />;
}

function PendingForm({ editor, pending, canvas }: LabelDialogProps & { pending: PendingShape }) {
  const styles = useStyles();
  const { kind } = pending;
  const labelKind = shapeKinds.getLabelKind(kind);
  const labels = useTopic(editor.topics.labels);
  const [recent] = useState(() => (labelKind === null ? [] : editor.listRecentLabels(labelKind)));
  const [labelIdOrName, setLabelIdOrName] = useState(pending.suggestedLabelId ?? '');
  const [error, setError] = useState<string | null>(null);
  const surfaceRef = usePositionBeside(editor, pending, canvas);
  useIgnoreEscape();
  // Return the focus to the canvas. Fluent does this when a dialog closes, but this dialog unmounts while it is open.
  useFocusCanvasOnUnmount();
  const [isSticky, setIsSticky] = useState(false);
  const confirm = (id = labelIdOrName, shouldStick = isSticky) => {
    if (labelKind !== null && id === '') return;
    const confirmation = editor.confirmPending(id);
    if (confirmation.ok && shouldStick && labelKind !== null) editor.setStickyLabel(labelKind, id);
    if (!confirmation.ok)
      setError(confirmation.reason === 'name-too-long' ? labelDialogMessages.nameTooLong : labelDialogMessages.labelDeleted);
  };
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey || labelKind === null) return;
    event.preventDefault();
    confirm(labelIdOrName, true);
  };
  return (
    <Dialog open modalType="alert">
      <DialogSurface
        ref={surfaceRef}
        className={styles.surface}
        // The backdrop is transparent, so that the new shape stays visible. A click on it does not move the focus.
        backdrop={{ style: { backgroundColor: 'transparent' }, onMouseDown: (event) => event.preventDefault() }}
      >
        <form
          noValidate
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <DialogBody>
            <DialogTitle>{labelDialogMessages.title(kindMessages[kind].labelType)}</DialogTitle>
            <DialogContent className={styles.content}>
              {error && (
                <MessageBar intent="error">
                  <MessageBarBody>{error}</MessageBarBody>
                </MessageBar>
              )}
              {labelKind === null ? (
                <Field label={labelDialogMessages.pointName}>
                  <Input autoFocus value={labelIdOrName} onChange={(_, data) => setLabelIdOrName(data.value)} />
                </Field>
              ) : (
                <>
                  <LabelChoice
                    labels={listLabels(labels, labelKind)}
                    recent={recent}
                    chosenLabelId={labelIdOrName}
                    onChoose={setLabelIdOrName}
                    onConfirm={(id) => confirm(id)}
                  />
                  <Checkbox
                    label={labelDialogMessages.keep}
                    checked={isSticky}
                    onChange={(_, data) => setIsSticky(data.checked === true)}
                  />
                </>
              )}
            </DialogContent>
            <DialogActions>
              <Button type="button" onClick={() => editor.cancelPending()}>
                {labelDialogMessages.cancel}
              </Button>
              <Button type="submit" appearance="primary" disabled={labelKind !== null && labelIdOrName === ''}>
                {labelDialogMessages.create}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}

/** Positions the dialog next to the shape as soon as its size is known. */
function usePositionBeside({ viewport, kinds }: Editor, pending: PendingShape, canvas: RefObject<HTMLElement | null>) {
  const surfaceRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = surfaceRef.current;
    if (!element) return;
    const canvasRect = canvas.current?.getBoundingClientRect();
    const { minX, minY, maxX, maxY } = kinds.get(pending.kind).getBounds({ id: '', ...pending } as Shape);
    const topLeft = viewport.toScreen({ x: minX, y: minY });
    const bottomRight = viewport.toScreen({ x: maxX, y: maxY });
    const shapeRect = {
      left: topLeft.x + (canvasRect?.left ?? 0),
      top: topLeft.y + (canvasRect?.top ?? 0),
      width: bottomRight.x - topLeft.x,
      height: bottomRight.y - topLeft.y,
    };
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const { left, top } = placeBeside(shapeRect, size, { width: innerWidth, height: innerHeight });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [viewport, kinds, pending, canvas]);
  return surfaceRef;
}

/** Ignores Esc, so that only Cancel discards a shape that waits for its label. */
function useIgnoreEscape(): void {
  useEffect(() => {
    const ignoreEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', ignoreEscape, { capture: true });
    return () => window.removeEventListener('keydown', ignoreEscape, { capture: true });
  }, []);
}
