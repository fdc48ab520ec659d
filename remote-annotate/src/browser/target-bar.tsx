import type { ImageTarget } from '@console/shared-contract/federation';
import {
  AddIcon,
  Button,
  CheckIcon,
  CloseIcon,
  makeStyles,
  ProgressBar,
  RefreshIcon,
  SubtractIcon,
  Switch,
  Text,
  tokens,
} from '@console/shared-ui';
import { messages } from '../messages';
import type { Membership } from './use-membership';
import type { Selection } from './use-selection';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  count: { minWidth: '84px', fontVariantNumeric: 'tabular-nums' },
  end: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, marginInlineStart: 'auto' },
  progress: { width: '120px' },
  warning: { color: tokens.colorPaletteDarkOrangeForeground1 },
});

export interface TargetBarProps {
  target: ImageTarget;
  inTarget: boolean;
  onInTargetChange: (inTarget: boolean) => void;
  selection: Selection;
  /** Rows that match the search. */
  total: number;
  /** Images on the page. */
  pageIds: readonly string[];
  membership: Membership;
  onRefresh: () => void;
}

/** What is selected for a job or a task, and what is done with it. */
export function TargetBar({
  target,
  inTarget,
  onInTargetChange,
  selection,
  total,
  pageIds,
  membership,
  onRefresh,
}: TargetBarProps) {
  const styles = useStyles();
  const { browser } = messages;
  const { progress, isIncomplete, apply, cancel } = membership;
  const count = selection.isAllMatching ? total : selection.ids.size;
  const isBusy = progress !== null;
  return (
    <div role="group" aria-label={target.name} className={styles.bar}>
      <Switch
        label={browser.inTarget}
        checked={inTarget}
        disabled={isBusy}
        onChange={(_, data) => onInTargetChange(data.checked)}
      />
      <Text role="status" className={styles.count}>
        {browser.selected(count)}
      </Text>
      <Button appearance="subtle" icon={<RefreshIcon />} onClick={onRefresh}>
        {browser.refresh}
      </Button>
      <Button appearance="subtle" icon={<CloseIcon />} disabled={count === 0 || isBusy} onClick={selection.clear}>
        {browser.clearSelection}
      </Button>
      <Button
        appearance="subtle"
        icon={<CheckIcon />}
        disabled={pageIds.length === 0 || isBusy}
        onClick={() => selection.selectPage(pageIds)}
      >
        {browser.selectAll}
      </Button>
      <div className={styles.end}>
        {isIncomplete && <Text className={styles.warning}>{browser.notAll}</Text>}
        {progress && (
          <>
            <Text role="status">
              {(progress.action === 'add' ? browser.adding : browser.removing)(progress.done, progress.total)}
            </Text>
            <ProgressBar className={styles.progress} aria-hidden value={progress.done} max={Math.max(1, progress.total)} />
            <Button onClick={cancel}>{browser.cancel}</Button>
          </>
        )}
        <Button icon={<SubtractIcon />} disabled={!inTarget || count === 0 || isBusy} onClick={() => apply('remove')}>
          {browser.removeFrom[target.kind]}
        </Button>
        <Button appearance="primary" icon={<AddIcon />} disabled={inTarget || count === 0 || isBusy} onClick={() => apply('add')}>
          {browser.addTo[target.kind]}
        </Button>
      </div>
    </div>
  );
}
