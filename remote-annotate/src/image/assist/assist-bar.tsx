import { Button, makeStyles, ProgressBar, tokens } from '@console/shared-ui/basics';
import { Checkbox, Select, Slider } from '@console/shared-ui/choices';
import { ASSIST_KINDS, ASSIST_MODES, MAX_TOLERANCE, type AssistMode, type AssistOptions } from '../../editor/model/prompt';
import { useTopic } from '../../editor/view/layer/use-topic';
import type { DecodedImage } from '../../image-decoding';
import { useScreen } from '../context/screen-context';
import { findSelectedMask } from '../../shape-kinds/mask/tool/paint-target';
import { CanvasBar } from '../controls/canvas-bar';
import { focusCanvas } from '../controls/focus-canvas';
import { assistMessages as texts } from './assist-messages';
import { chooseMode } from './choose-mode';
import { useSuggestions } from './use-suggestions';

const useStyles = makeStyles({
  slider: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  rail: { width: '90px', minWidth: 0 },
  number: { width: '2ch', fontVariantNumeric: 'tabular-nums' },
  status: { margin: 0, flexBasis: '100%', minHeight: tokens.lineHeightBase200, color: tokens.colorNeutralForeground2 },
  progress: { position: 'absolute', insetInline: 0, top: 0 },
});

/** The options of the tool that finds objects, over the canvas, and the buttons for its suggestion. */
export function AssistBar({ image }: { image: DecodedImage | null }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const { state, retry } = useSuggestions(image);
  const { chosen } = useTopic(editor.topics.tool);
  const options = useTopic(editor.topics.assistOptions);
  useTopic(editor.topics.labels);
  useTopic(editor.topics.selection);
  useTopic(editor.topics.sticky);
  const draft = useTopic(editor.topics.draft);
  const { mode, tolerance, isRemoving } = options;
  const isSuggesting = draft?.type === 'suggestion';
  const kinds = ASSIST_KINDS.filter((kind) => editor.hasLabels(kind));
  const kind = editor.getDrawnKind('assist') ?? 'polygon';
  const hasTarget = kind === 'mask' && findSelectedMask(editor) !== null;
  const change = (changes: Partial<AssistOptions>) => editor.setAssistOptions(changes);
  const finish = (run: () => void) => () => {
    run();
    focusCanvas();
  };
  const hint = isSuggesting && mode !== 'scissors' ? texts.refineHint : texts.hints[mode];
  if (chosen !== 'assist') return null;
  return (
    <CanvasBar label={texts.bar}>
      {(state === 'loading' || state === 'searching') && (
        <ProgressBar className={styles.progress} aria-label={state === 'loading' ? texts.loading : texts.searching} />
      )}
      <Select
        size="small"
        aria-label={texts.mode}
        value={mode}
        onChange={(_, data) => chooseMode(editor, data.value as AssistMode)}
      >
        {ASSIST_MODES.map((each) => (
          <option key={each} value={each}>
            {texts.modes[each]}
          </option>
        ))}
      </Select>
      {kinds.length > 1 && (
        <Select
          size="small"
          aria-label={texts.kind}
          value={kind}
          onChange={(_, data) => change({ kind: data.value as AssistOptions['kind'] })}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {texts.kinds[each]}
            </option>
          ))}
        </Select>
      )}
      {mode === 'wand' && (
        <label className={styles.slider}>
          {texts.tolerance}
          <Slider
            size="small"
            className={styles.rail}
            min={1}
            max={MAX_TOLERANCE}
            value={tolerance}
            onChange={(_, data) => change({ tolerance: data.value })}
          />
          <span className={styles.number}>{tolerance}</span>
        </label>
      )}
      {isSuggesting && mode !== 'scissors' && (
        <Checkbox
          label={texts.removing}
          checked={isRemoving}
          onChange={(_, data) => change({ isRemoving: data.checked === true })}
        />
      )}
      {isSuggesting && (
        <>
          <Button size="small" appearance="primary" onClick={finish(() => editor.acceptSuggestion())}>
            {hasTarget ? texts.addToMask : texts.accept}
          </Button>
          {hasTarget && (
            <Button size="small" title={texts.removeKeys} onClick={finish(() => editor.acceptSuggestion('subtract'))}>
              {texts.removeFromMask}
            </Button>
          )}
          <Button size="small" onClick={finish(() => editor.discardSuggestion())}>
            {texts.discard}
          </Button>
        </>
      )}
      <p role="status" className={styles.status}>
        {state === 'not-loaded' ? texts.notLoaded : state === 'loading' ? texts.loading : hint}
        {state === 'not-loaded' && (
          <Button size="small" onClick={retry}>
            {texts.retry}
          </Button>
        )}
      </p>
    </CanvasBar>
  );
}
