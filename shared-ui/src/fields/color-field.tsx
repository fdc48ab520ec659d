import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { fieldMessages } from './field-messages';
import { useLazyTooltip } from '../text/lazy-tooltip';
import { labelPalette } from '@console/shared-contract/label-palette';
import { LabelledField } from './labelled-field';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  native: {
    width: '44px',
    height: '32px',
    padding: '2px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
  },
  choice: {
    width: '24px',
    height: '24px',
    padding: 0,
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    // The button shows a color to choose, so keep this color in forced-colors mode.
    forcedColorAdjust: 'none',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  chosen: { outline: `2px solid ${tokens.colorCompoundBrandStroke}`, outlineOffset: '2px' },
  swatch: {
    display: 'inline-block',
    flexShrink: 0,
    width: '16px',
    height: '16px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    verticalAlign: '-3px',
    // Keep the color of the label in forced-colors mode.
    forcedColorAdjust: 'none',
  },
  code: { fontFamily: tokens.fontFamilyMonospace, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Shows the colour of a label. `color` is any CSS colour, which is also the text for screen readers. */
export function ColorSwatch({ color }: { color: string }) {
  const styles = useStyles();
  const { triggers, tooltip } = useLazyTooltip(color);
  return (
    <>
      <span role="img" aria-label={color} className={styles.swatch} style={{ backgroundColor: color }} {...triggers} />
      {tooltip}
    </>
  );
}

export interface ColorFieldProps {
  label?: string;
  /** The color as `#rrggbb`. */
  value: string;
  onChange: (color: string) => void;
  error?: string;
}

/** A field with a palette of colours that are easy to distinguish on images, and a picker for other colours. */
export function ColorField({ label = fieldMessages.colour, value, onChange, error }: ColorFieldProps) {
  const styles = useStyles();
  return (
    <LabelledField label={label} error={error}>
      {(field) => (
        <div className={styles.row}>
          <input
            {...field}
            type="color"
            className={styles.native}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {labelPalette.map((color) => (
            <button
              key={color}
              type="button"
              aria-label={color}
              aria-pressed={color === value}
              className={mergeClasses(styles.choice, color === value && styles.chosen)}
              style={{ backgroundColor: color }}
              onClick={() => onChange(color)}
            />
          ))}
          <span className={styles.code}>{value}</span>
        </div>
      )}
    </LabelledField>
  );
}
