import { Button, LightThemeIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { SliderField, SwitchField } from '@console/shared-ui/choices';
import { Popover, PopoverSurface, PopoverTrigger } from '@console/shared-ui/popover';
import { ToolbarButton } from '@console/shared-ui/toolbar';
import { useState } from 'react';
import { messages } from '../../messages';
import { adjust, AS_IT_IS, filterOf, useAdjustments } from '../adjustments';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';

const words = messages.canvas.adjust;
const useStyles = makeStyles({
  surface: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, width: '260px' },
});

/** Brightness, contrast and inverted colours of the picture as it is shown. */
export function AdjustButton() {
  const styles = useStyles();
  const adjustments = useAdjustments();
  const [isOpen, setIsOpen] = useState(false);
  useKeyAction('adjust', () => setIsOpen(!isOpen));
  const isChanged = filterOf(adjustments) !== undefined;
  return (
    <Popover open={isOpen} onOpenChange={(_, data) => setIsOpen(data.open)} positioning="below-start" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <KeyTooltip label={isChanged ? words.changed : words.button} action="adjust">
          <ToolbarButton icon={<LightThemeIcon />} appearance={isChanged ? 'primary' : undefined} />
        </KeyTooltip>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={words.button}>
        <SliderField
          label={words.brightness}
          value={adjustments.brightness}
          min={20}
          max={300}
          step={5}
          onChange={(brightness) => adjust({ ...adjustments, brightness })}
        />
        <SliderField
          label={words.contrast}
          value={adjustments.contrast}
          min={20}
          max={300}
          step={5}
          onChange={(contrast) => adjust({ ...adjustments, contrast })}
        />
        <SwitchField label={words.invert} value={adjustments.invert} onChange={(invert) => adjust({ ...adjustments, invert })} />
        <Button disabled={!isChanged} onClick={() => adjust(AS_IT_IS)}>
          {words.reset}
        </Button>
      </PopoverSurface>
    </Popover>
  );
}
