import { makeStyles, Option, tokens } from '@fluentui/react-components';
import type { Ref } from 'react';
import type { PickerChoice } from './picker-choice';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  text: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  // Show long names on several lines, because they often start with the same words.
  name: {
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    display: '-webkit-box',
    WebkitLineClamp: 3,
    WebkitBoxOrient: 'vertical',
  },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  spot: {
    flexShrink: 0,
    width: '10px',
    height: '10px',
    borderRadius: '3px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    // Keep the color of the choice in forced-colors mode.
    forcedColorAdjust: 'none',
  },
});

export interface OptionsProps {
  choices: readonly PickerChoice[];
  /** Value of the option that the arrow keys have moved to. */
  activeValue: string | null;
}

interface PickerOptionProps {
  choice: PickerChoice;
  /** Position in the list, starting at 0. */
  index: number;
  count: number;
  /** Distance from the top of a virtualized list in pixels. */
  top?: number;
  ref?: Ref<HTMLDivElement>;
}

export function PickerOption({ choice, index, count, top, ref }: PickerOptionProps) {
  const styles = useStyles();
  return (
    <Option
      ref={ref}
      data-index={index}
      value={choice.value}
      text={choice.label}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={top === undefined ? undefined : { position: 'absolute', top, left: 0, right: 0 }}
    >
      <span className={styles.line}>
        {choice.color && <span aria-hidden className={styles.spot} style={{ backgroundColor: choice.color }} />}
        <span className={styles.text}>
          <span className={styles.name} title={choice.label}>
            {choice.label}
          </span>
          {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
        </span>
      </span>
    </Option>
  );
}
