import { Button, LightThemeIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { SliderField, SwitchField } from '@console/shared-ui/choices';
import { Popover, PopoverSurface, PopoverTrigger } from '@console/shared-ui/popover';
import { ToolbarButton } from '@console/shared-ui/toolbar';
import { use, useRef, useState } from 'react';
import { messages } from '../../messages';
import { adjust, AS_IT_IS, filterOf, useAdjustments } from '../adjustments';
import { onlyRead } from '../bar-room';
import { FoldedBehind } from '../folded-tools';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction, useKeyActions } from '../keys/use-key-action';

const words = messages.canvas.adjust;
/** Per cent, of brightness and contrast. */
const [LEAST, MOST] = [20, 300];
const KEY_STEP = 10;
const useStyles = makeStyles({
  said: onlyRead,
  surface: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, width: '260px' },
});

/** Brightness, contrast and inverted colours of the picture as it is shown. */
export function AdjustButton() {
  const styles = useStyles();
  const adjustments = useAdjustments();
  const [isOpen, setIsOpen] = useState(false);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  const more = use(FoldedBehind);
  useKeyAction('adjust', () => {
    const isFolded = place.current?.getClientRects().length === 0;
    setTarget(isFolded ? (more?.current ?? null) : null);
    setIsOpen(!isOpen);
  });
  const isChanged = filterOf(adjustments) !== undefined;
  const [said, setSaid] = useState('');
  const step = (what: 'brightness' | 'contrast', by: number) => () => {
    const value = Math.min(MOST, Math.max(LEAST, adjustments[what] + by));
    adjust({ ...adjustments, [what]: value });
    setSaid(words.said(words[what], value));
  };
  useKeyActions({
    brighter: step('brightness', KEY_STEP),
    darker: step('brightness', -KEY_STEP),
    'more-contrast': step('contrast', KEY_STEP),
    'less-contrast': step('contrast', -KEY_STEP),
    invert: () => adjust({ ...adjustments, invert: !adjustments.invert }),
  });
  return (
    <>
      <span ref={place} role="status" className={styles.said}>
        {said}
      </span>
      <Popover
        open={isOpen}
        onOpenChange={(_, data) => setIsOpen(data.open)}
        positioning={{ position: 'below', align: 'start', target }}
        trapFocus
      >
        <PopoverTrigger disableButtonEnhancement>
          <KeyTooltip label={isChanged ? words.changed : words.button} action="adjust">
            <ToolbarButton icon={<LightThemeIcon />} appearance={isChanged ? 'primary' : undefined} />
          </KeyTooltip>
        </PopoverTrigger>
        <PopoverSurface className={styles.surface} aria-label={words.button}>
          <SliderField
            label={words.brightness}
            value={adjustments.brightness}
            min={LEAST}
            max={MOST}
            step={5}
            onChange={(brightness) => adjust({ ...adjustments, brightness })}
          />
          <SliderField
            label={words.contrast}
            value={adjustments.contrast}
            min={LEAST}
            max={MOST}
            step={5}
            onChange={(contrast) => adjust({ ...adjustments, contrast })}
          />
          <SwitchField
            label={words.invert}
            value={adjustments.invert}
            onChange={(invert) => adjust({ ...adjustments, invert })}
          />
          <Button disabled={!isChanged} onClick={() => adjust(AS_IT_IS)}>
            {words.reset}
          </Button>
        </PopoverSurface>
      </Popover>
    </>
  );
}
