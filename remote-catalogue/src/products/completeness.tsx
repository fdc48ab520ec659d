import type { ProductGap } from '@console/shared-contract/api';
import { Badge, makeStyles, tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';

const words = messages.completeness;
const useStyles = makeStyles({
  lacks: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXS, paddingBlock: tokens.spacingVerticalXXS },
});

export interface CompletenessProps {
  /** Undefined where the deployment of the API does not say. */
  lacks: readonly ProductGap[] | undefined;
  /** Keys of meta data that most products of the collection carry. */
  missingKeys: readonly string[] | undefined;
}

/** What a product lacks, each by its word, or that it lacks nothing. */
export function Completeness({ lacks, missingKeys = [] }: CompletenessProps) {
  const styles = useStyles();
  if (lacks === undefined) return '–';
  if (lacks.length === 0)
    return (
      <Badge appearance="tint" color="success">
        {words.complete}
      </Badge>
    );
  return (
    <span className={styles.lacks}>
      {lacks.map((lack) => (
        <Badge key={lack} appearance="tint" color="warning" title={lack === 'meta' ? words.missingKeys(missingKeys) : undefined}>
          {words.lack[lack]}
        </Badge>
      ))}
    </span>
  );
}
