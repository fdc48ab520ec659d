import { Button, LightThemeIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { SliderField, SwitchField } from '@console/shared-ui/choices';
import { Popover, PopoverSurface, PopoverTrigger } from '@console/shared-ui/popover';
import { ToolbarButton } from '@console/shared-ui/toolbar';
import { use, useRef, useState } from 'react';
import { clamp } from '../../editor/geometry/clamp';
import { adjustmentMessages } from './adjustment-messages';
import { setAdjustments, DEFAULT_ADJUSTMENTS, toCssFilter, useAdjustments } from '../preferences/adjustments';
import { visuallyHidden } from '../controls/bar-styles';
import { OverflowButtonContext } from '../controls/overflow-tools';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction, useKeyActions } from '../keys/use-key-action';

/** Range of brightness and contrast in percent. */
const [MIN_PERCENT, MAX_PERCENT] = [20, 300];
const KEY_STEP = 10;
const useStyles = makeStyles({
  announced: visuallyHidden,
  surface: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, width: '260px' },
});

/** A button with a popover for brightness, contrast and inverted colours. */
export function AdjustButton() {
  const styles = useStyles();
  const adjustments = useAdjustments();
  const [isOpen, setIsOpen] = useState(false);
  const [popoverTarget, setPopoverTarget] = useState<HTMLElement | null>(null);
  const buttonRef = useRef<HTMLSpanElement>(null);
  const overflowButton = use(OverflowButtonContext);
  useKeyAction('adjust', () => {
    const isInOverflowMenu = buttonRef.current?.getClientRects().length === 0;
    setPopoverTarget(isInOverflowMenu ? (overflowButton?.current ?? null) : null);
    setIsOpen(!isOpen);
  });
  const isChanged = toCssFilter(adjustments) !== undefined;
  const [announcement, setAnnouncement] = useState('');
  const createStep = (setting: 'brightness' | 'contrast', delta: number) => () => {
    const newValue = clamp(adjustments[setting] + delta, MIN_PERCENT, MAX_PERCENT);
    setAdjustments({ ...adjustments, [setting]: newValue });
    setAnnouncement(adjustmentMessages.announced(adjustmentMessages[setting], newValue));
  };
  useKeyActions({
    brighter: createStep('brightness', KEY_STEP),
    darker: createStep('brightness', -KEY_STEP),
    'more-contrast': createStep('contrast', KEY_STEP),
    'less-contrast': createStep('contrast', -KEY_STEP),
    invert: () => setAdjustments({ ...adjustments, invert: !adjustments.invert }),
  });
  return (
    <>
      <span ref={buttonRef} role="status" className={styles.announced}>
        {announcement}
      </span>
      <Popover
        open={isOpen}
        onOpenChange={(_, data) => setIsOpen(data.open)}
        positioning={{ position: 'below', align: 'start', target: popoverTarget }}
        trapFocus
      >
        <PopoverTrigger disableButtonEnhancement>
          <KeyTooltip label={isChanged ? adjustmentMessages.changed : adjustmentMessages.button} action="adjust">
            <ToolbarButton icon={<LightThemeIcon />} appearance={isChanged ? 'primary' : undefined} />
          </KeyTooltip>
        </PopoverTrigger>
        <PopoverSurface className={styles.surface} aria-label={adjustmentMessages.button}>
          {(['brightness', 'contrast'] as const).map((setting) => (
            <SliderField
              key={setting}
              label={adjustmentMessages[setting]}
              value={adjustments[setting]}
              min={MIN_PERCENT}
              max={MAX_PERCENT}
              step={5}
              onChange={(percent) => setAdjustments({ ...adjustments, [setting]: percent })}
            />
          ))}
          <SwitchField
            label={adjustmentMessages.invert}
            value={adjustments.invert}
            onChange={(invert) => setAdjustments({ ...adjustments, invert })}
          />
          <Button disabled={!isChanged} onClick={() => setAdjustments(DEFAULT_ADJUSTMENTS)}>
            {adjustmentMessages.reset}
          </Button>
        </PopoverSurface>
      </Popover>
    </>
  );
}
