import { Button, Link, makeStyles, ProgressBar, tokens } from '@console/shared-ui/basics';
import { Checkbox, Select, Slider } from '@console/shared-ui/choices';
import { useMemo } from 'react';
import { ASSIST_KINDS, MAX_TOLERANCE, type AssistMode, type AssistOptions } from '../../editor/model/prompt';
import { useTopic } from '../../editor/view/layer/use-topic';
import type { DecodedImage } from '../../image-decoding';
import { useScreen } from '../context/screen-context';
import { findSelectedMask } from '../../shape-kinds/mask/tool/paint-target';
import { CanvasBar } from '../controls/canvas-bar';
import { focusCanvas } from '../controls/focus-canvas';
import { assistMessages as texts } from './assist-messages';
import { chooseMode } from './choose-mode';
import { loadModelSuggester } from './model-suggester';
import { loadPixelSuggester } from './pixel-suggester';
import { useOfferedModes } from './use-offered-modes';
import { useSuggestions } from './use-suggestions';

const useStyles = makeStyles({
  slider: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  // Without this, the touch target of the slider would be only 16 pixels high.
  rail: { width: '90px', minWidth: 0, '& input': { height: '24px' } },
  number: { width: '2ch', fontVariantNumeric: 'tabular-nums' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  status: { margin: 0, flexBasis: '100%', minHeight: tokens.lineHeightBase200, color: tokens.colorNeutralForeground2 },
  progress: { position: 'absolute', insetInline: 0, top: 0 },
});

/**
 * A bar over the canvas with the options of the assist tool, and the buttons for its current suggestion. The assist tool finds objects in
 * the image.
 */
export function AssistBar({ image }: { image: DecodedImage | null }) {
  const styles = useStyles();
  const {
    editor,
    image: { id: imageId },
  } = useScreen();
  const { chosenTool } = useTopic(editor.topics.tool);
  const options = useTopic(editor.topics.assistOptions);
  useTopic(editor.topics.labels);
  useTopic(editor.topics.selection);
  useTopic(editor.topics.sticky);
  const currentDraft = useTopic(editor.topics.draft);
  const { mode, tolerance, isRemoving } = options;
  const isModelMode = mode === 'model';
  const loadSuggester = useMemo(
    () => (isModelMode ? loadModelSuggester(editor, imageId) : image && loadPixelSuggester(editor, image)),
    [isModelMode, editor, imageId, image],
  );
  const { state: suggestionsState, problem, isEmpty, retry } = useSuggestions(loadSuggester);
  const { listedModes, hasModel } = useOfferedModes();
  const isSuggesting = currentDraft?.type === 'suggestion';
  const kinds = ASSIST_KINDS.filter((kind) => editor.hasLabels(kind));
  const kind = editor.getDrawnKind('assist') ?? 'polygon';
  const hasTarget = kind === 'mask' && findSelectedMask(editor) !== null;
  const changeOptions = (changes: Partial<AssistOptions>) => editor.setAssistOptions(changes);
  const withCanvasFocus = (performAction: () => void) => () => {
    performAction();
    focusCanvas();
  };
  const refineHint = isModelMode ? texts.modelRefineHint : texts.refineHint;
  const nextHint = isSuggesting && mode !== 'scissors' ? refineHint : texts.hints[mode];
  // Keep the text during the next search. Otherwise, screen readers would announce it again and again while the user changes the tolerance.
  const hint = isSuggesting && isEmpty ? texts.nothingFound : nextHint;
  const progressText = {
    loading: isModelMode ? texts.loadingModel : texts.loading,
    'preparing-image': texts.preparingImage,
    searching: texts.searching,
  }[suggestionsState as string];
  if (chosenTool !== 'assist') return null;
  return (
    <CanvasBar label={texts.bar}>
      {progressText && <ProgressBar className={styles.progress} aria-label={progressText} />}
      <Select
        size="small"
        aria-label={texts.mode}
        value={mode}
        onChange={(_, data) => chooseMode(editor, data.value as AssistMode)}
      >
        {listedModes.map((listedMode) => (
          <option key={listedMode} value={listedMode}>
            {texts.modes[listedMode]}
          </option>
        ))}
      </Select>
      {kinds.length > 1 && (
        <Select
          size="small"
          aria-label={texts.kind}
          value={kind}
          onChange={(_, data) => changeOptions({ kind: data.value as AssistOptions['kind'] })}
        >
          {kinds.map((listedKind) => (
            <option key={listedKind} value={listedKind}>
              {texts.kinds[listedKind]}
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
            onChange={(_, data) => changeOptions({ tolerance: data.value })}
          />
          <span className={styles.number}>{tolerance}</span>
        </label>
      )}
      {isSuggesting && mode !== 'scissors' && (
        <Checkbox
          label={texts.removing}
          checked={isRemoving}
          onChange={(_, data) => changeOptions({ isRemoving: data.checked === true })}
        />
      )}
      {isSuggesting && (
        <div className={styles.actions}>
          <Button size="small" appearance="primary" onClick={withCanvasFocus(() => editor.acceptSuggestion())}>
            {hasTarget ? texts.addToMask : texts.accept}
          </Button>
          {hasTarget && (
            <Button size="small" title={texts.removeKeys} onClick={withCanvasFocus(() => editor.acceptSuggestion('subtract'))}>
              {texts.removeFromMask}
            </Button>
          )}
          <Button size="small" onClick={withCanvasFocus(() => editor.discardSuggestion())}>
            {texts.discard}
          </Button>
        </div>
      )}
      <p role="status" className={styles.status}>
        {problem ?? (suggestionsState === 'searching' ? hint : (progressText ?? hint))}{' '}
        {suggestionsState === 'not-loaded' &&
          (isModelMode && !hasModel ? (
            <Link href="/docs/interactive-model" target="_blank">
              {texts.modelGuide}
            </Link>
          ) : (
            <Button size="small" onClick={retry}>
              {texts.retry}
            </Button>
          ))}
      </p>
    </CanvasBar>
  );
}
