import type { ProductGap } from '@console/shared-contract/api';
import { Badge, makeStyles, tokens } from '@console/shared-ui/basics';
import { completenessMessages } from './completeness-messages';

const useStyles = makeStyles({
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXS, paddingBlock: tokens.spacingVerticalXXS },
});

interface CompletenessProps {
  /** Undefined if an older server does not send the list. */
  missing: readonly ProductGap[] | undefined;
  /** Meta data keys that this product does not have, but most products of its collection have. */
  missingKeys: readonly string[] | undefined;
}

/** Badges for the missing data of a product, or a badge for a complete product. */
export function Completeness({ missing, missingKeys = [] }: CompletenessProps) {
  const styles = useStyles();
  if (missing === undefined) return '–';
  if (missing.length === 0)
    return (
      <Badge appearance="tint" color="success">
        {completenessMessages.complete}
      </Badge>
    );
  return (
    <span className={styles.badges}>
      {missing.map((missingItem) => (
        <Badge
          key={missingItem}
          appearance="tint"
          color="warning"
          title={missingItem === 'meta' ? completenessMessages.missingKeys(missingKeys) : undefined}
        >
          {completenessMessages.gaps[missingItem]}
        </Badge>
      ))}
    </span>
  );
}
