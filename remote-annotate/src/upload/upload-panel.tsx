import {
  Button,
  ChevronDownIcon,
  CloseIcon,
  LinkButton,
  makeStyles,
  mergeClasses,
  ProgressBar,
  RefreshIcon,
  tokens,
} from '@console/shared-ui/basics';
import { useState } from 'react';
import { filterUrlParams } from '../browser/data/filter-url-params';
import { uploadMessages } from './queue/upload-messages';
import { isFinished, type UploadItem } from './queue/upload-item';
import { UploadRow } from './upload-row';
import { uploads, useLookAlikes, useUploads } from './queue/uploads';

/** Maximum number of rendered rows. With thousands of rows, each progress update would be slow. */
const MAX_ROWS = 100;

const useStyles = makeStyles({
  panel: {
    position: 'fixed',
    zIndex: 10,
    right: tokens.spacingHorizontalXL,
    // Place the panel above the pager and the toasts. Toasts would cover its buttons.
    bottom: '124px',
    width: '380px',
    maxWidth: `calc(100vw - 2 * ${tokens.spacingHorizontalM})`,
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    '@media (max-width: 640px)': { right: tokens.spacingHorizontalM },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  },
  titles: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  summary: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  collapsed: { rotate: '180deg' },
  rows: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    maxHeight: '40vh',
    overflowY: 'auto',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  more: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`, color: tokens.colorNeutralForeground3 },
  compared: { margin: 0, fontSize: tokens.fontSizeBase200 },
  foot: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    padding: tokens.spacingVerticalS,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Sort order: rows that may need action first, completed rows last. */
const STATE_ORDER: Record<UploadItem['state']['kind'], number> = { uploading: 0, failed: 1, duplicate: 2, waiting: 3, done: 4 };

/** The upload queue in the corner of the page. Renders nothing if the queue is empty. */
export function UploadPanel() {
  const styles = useStyles();
  const items = useUploads();
  const { compared: comparisonProgress } = useLookAlikes();
  const [isCollapsed, setCollapsed] = useState(false);
  if (items.length === 0) return null;

  const countByState = (kind: UploadItem['state']['kind']) => items.filter((item) => item.state.kind === kind).length;
  const failedCount = countByState('failed');
  const finishedCount = items.filter(isFinished).length;
  const isRunning = finishedCount < items.length;
  const uploadedCount = countByState('done');
  const rows = [...items].sort((a, b) => STATE_ORDER[a.state.kind] - STATE_ORDER[b.state.kind]).slice(0, MAX_ROWS);
  return (
    <section aria-label={uploadMessages.title} className={styles.panel}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h2 className={styles.title}>{uploadMessages.title}</h2>
          <span role="status" className={styles.summary}>
            {isRunning
              ? uploadMessages.progress(finishedCount, items.length)
              : uploadMessages.summary(uploadedCount, countByState('duplicate'), failedCount)}
          </span>
        </div>
        <Button
          appearance="subtle"
          icon={<ChevronDownIcon className={mergeClasses(isCollapsed && styles.collapsed)} />}
          aria-label={isCollapsed ? uploadMessages.expand : uploadMessages.collapse}
          aria-expanded={!isCollapsed}
          onClick={() => setCollapsed(!isCollapsed)}
        />
        {!isRunning && (
          <Button
            appearance="subtle"
            icon={<CloseIcon />}
            aria-label={uploadMessages.close}
            onClick={() => uploads.dismissFinished()}
          />
        )}
      </div>
      {isRunning && <ProgressBar aria-label={uploadMessages.title} shape="square" value={finishedCount / items.length} />}
      {!isCollapsed && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <UploadRow key={row.id} item={row} />
          ))}
          {items.length > MAX_ROWS && <li className={styles.more}>{uploadMessages.more(items.length - MAX_ROWS)}</li>}
        </ul>
      )}
      {!isCollapsed && comparisonProgress && comparisonProgress.ready < comparisonProgress.total && (
        <p className={mergeClasses(styles.more, styles.compared)}>
          {uploadMessages.formatComparison(comparisonProgress.ready, comparisonProgress.total)}
        </p>
      )}
      {!isCollapsed && (failedCount > 1 || isRunning || uploadedCount > 0) && (
        <div className={styles.foot}>
          {uploadedCount > 0 && (
            <LinkButton size="small" to={`/images${filterUrlParams.toLink({ ...filterUrlParams.initial, sort: 'newest' })}`}>
              {uploadMessages.showUploaded}
            </LinkButton>
          )}
          {failedCount > 1 && (
            <Button size="small" icon={<RefreshIcon />} onClick={() => uploads.retry()}>
              {uploadMessages.retryAll}
            </Button>
          )}
          {isRunning && (
            <Button size="small" onClick={() => uploads.cancel()}>
              {uploadMessages.cancelAll}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
