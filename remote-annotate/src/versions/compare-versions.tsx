import type { Dataset } from '@console/shared-contract/api';
import { makeStyles, PickerField, tokens, type PickerChoice } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { ComparisonResult } from './comparison-result';
import { versionsMessages as texts } from './versions-messages';
import { getVersionName, getVersionOrigin } from './version-name';
import { useChanges } from './versions.queries';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
});

interface CompareVersionsProps {
  versions: readonly Dataset[];
  id: string;
  /** The id of the earlier version; '' selects the previous version. */
  since: string;
  onChange: (pair: { versions?: string; since?: string }) => void;
}

/** Compares two versions: numbers of images, and changes by label. */
export function CompareVersions({ versions, id, since, onChange }: CompareVersionsProps) {
  const styles = useStyles();
  const changes = useChanges(id, since);
  const readyVersions = versions.filter(({ state }) => state === 'ready');
  const choices: PickerChoice[] = readyVersions.map((version) => ({
    value: version.id,
    label: getVersionName(version),
    detail: getVersionOrigin(version),
  }));
  return (
    <>
      <div className={styles.pair}>
        <PickerField
          label={texts.before}
          choices={choices}
          value={changes.data?.before.id ?? since}
          onChange={(selectedId) => onChange({ since: selectedId })}
        />
        <PickerField
          label={texts.after}
          choices={choices}
          value={id}
          // Keep the earlier version that is displayed, even if the server has selected it by default.
          onChange={(selectedId) => onChange({ versions: selectedId, since: changes.data?.before.id ?? since })}
        />
      </div>
      <QueryState query={changes} failed={texts.changesFailed}>
        {({ before, after, pictures, labels }) => (
          <ComparisonResult
            key={`${before.id} ${after.id}`}
            pictures={pictures}
            labels={labels}
            source={{ version: after.id, since: before.id }}
            note={before.name === null || after.name === null ? texts.onlyTask : undefined}
            noLabels={texts.noLabels}
          />
        )}
      </QueryState>
    </>
  );
}
