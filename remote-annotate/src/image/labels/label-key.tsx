import { makeStyles, tokens } from '@console/shared-ui/basics';
import { formatLabelKey } from './label-keys';

const useStyles = makeStyles({
  key: {
    flexShrink: 0,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    lineHeight: tokens.lineHeightBase200,
  },
});

/**
 * Shows the key that chooses a label, if the label has one. Screen readers read the key from `aria-keyshortcuts` of the control instead.
 */
export function LabelKey({ labelKey }: { labelKey: string | null | undefined }) {
  const styles = useStyles();
  return labelKey ? (
    <kbd aria-hidden className={styles.key}>
      {formatLabelKey(labelKey)}
    </kbd>
  ) : null;
}
