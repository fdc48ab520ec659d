import type { ProductGap } from '@console/shared-contract/api';
import { Badge, makeStyles, tokens } from '@console/shared-ui/basics';
import { completenessMessages } from './completeness-messages';

const useStyles = makeStyles({
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXS, paddingBlock: tokens.spacingVerticalXXS },
});

export interface CompletenessProps {
  /** Undefined with older servers. */
  missing: readonly ProductGap[] | undefined;
  /** Meta data keys that this product is missing and most products of the collection have. */
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
      {missing.map((gap) => (
        <Badge
          key={gap}
          appearance="tint"
          color="warning"
          title={gap === 'meta' ? completenessMessages.missingKeys(missingKeys) : undefined}
        >
          {completenessMessages.gaps[gap]}
        </Badge>
      ))}
    </span>
  );
}
