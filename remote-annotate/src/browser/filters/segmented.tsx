import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { useId } from 'react';

const useStyles = makeStyles({
  group: {
    display: 'inline-flex',
    margin: 0,
    padding: '2px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  /** Covers the entire option so that a click hits the radio button itself. */
  input: { position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0, cursor: 'pointer' },
  option: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    minHeight: '26px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusSmall,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorNeutralBackground1Hover },
    ':has(:focus-visible)': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '@media (max-width: 640px)': { padding: `0 ${tokens.spacingHorizontalS}` },
  },
  selected: {
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
    ':hover': { color: tokens.colorBrandForeground1, backgroundColor: tokens.colorNeutralBackground1 },
  },
  /** Reserves the width of the semibold text so that a selection does not shift the layout. */
  text: {
    display: 'inline-grid',
    '::after': {
      content: 'attr(data-text)',
      height: 0,
      visibility: 'hidden',
      overflow: 'hidden',
      fontWeight: tokens.fontWeightSemibold,
    },
  },
});

interface SegmentedProps<Value extends string> {
  /** The accessible name of the radio group. */
  label: string;
  options: readonly { value: Value; text: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A segmented control: radio buttons for a few options that are all visible. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const styles = useStyles();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {options.map((option) => (
        <label key={option.value} className={mergeClasses(styles.option, option.value === value && styles.selected)}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.text} data-text={option.text}>
            {option.text}
          </span>
        </label>
      ))}
    </div>
  );
}
