import {
  Button,
  ClockIcon,
  CloseIcon,
  ErrorIcon,
  formatBytes,
  InfoIcon,
  makeStyles,
  mergeClasses,
  ProgressBar,
  RefreshIcon,
  tokens,
  TruncatedText,
  VerifiedFilledIcon,
} from '@console/shared-ui/basics';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { uploadMessages } from './queue/upload-messages';
import { LookAlikeList } from './look-alike-list';
import type { UploadItem, UploadState } from './queue/upload-item';
import { uploads } from './queue/uploads';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalS,
    alignItems: 'center',
    minHeight: '46px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  icon: { display: 'flex', fontSize: '18px', color: tokens.colorNeutralForeground3 },
  done: { color: tokens.colorPaletteGreenForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1 },
  info: { color: tokens.colorBrandForeground1 },
  text: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
  state: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  actions: { display: 'flex' },
});

const ICONS: Record<UploadState['kind'], typeof ClockIcon> = {
  waiting: ClockIcon,
  uploading: ClockIcon,
  done: VerifiedFilledIcon,
  duplicate: InfoIcon,
  failed: ErrorIcon,
};

function describe({ state, size }: UploadItem): string {
  const { states, sent } = uploadMessages;
  switch (state.kind) {
    case 'waiting':
      return `${states.waiting}, ${formatBytes(size)}`;
    case 'uploading':
      if (state.sentRatio === null) return states.reading;
      return state.sentRatio < 1 ? `${sent(Math.floor(state.sentRatio * 100))} ${formatBytes(size)}` : states.processing;
    case 'done':
      return states.done;
    case 'duplicate':
      return uploadMessages.duplicate;
    case 'failed':
      return state.reason;
  }
}

/** A row of the upload panel with the file's progress and actions. */
export const UploadRow = memo(function UploadRow({ item }: { item: UploadItem }) {
  const styles = useStyles();
  const { state } = item;
  const Icon = ICONS[state.kind];
  const tone =
    state.kind === 'done'
      ? styles.done
      : state.kind === 'failed'
        ? styles.failed
        : state.kind === 'duplicate'
          ? styles.info
          : undefined;
  const isPending = state.kind === 'waiting' || state.kind === 'uploading';
  const imageId = state.kind === 'done' || state.kind === 'duplicate' ? state.imageId : null;
  return (
    <li className={styles.row}>
      <Icon aria-hidden className={mergeClasses(styles.icon, tone)} />
      <div className={styles.text}>
        <TruncatedText>{item.name}</TruncatedText>
        {state.kind === 'uploading' && (
          <ProgressBar
            aria-label={uploadMessages.fileProgress(item.name)}
            value={state.sentRatio !== null && state.sentRatio < 1 ? state.sentRatio : undefined}
          />
        )}
        <span className={mergeClasses(styles.state, state.kind === 'failed' && styles.failed)}>
          {describe(item)}{' '}
          {imageId && (
            <RouterLink to={`/image/${imageId}`} className={styles.state}>
              {state.kind === 'duplicate' ? uploadMessages.openExisting : uploadMessages.openUploaded}
            </RouterLink>
          )}
        </span>
        {state.kind === 'done' && <LookAlikeList image={state.imageId} />}
      </div>
      <div className={styles.actions}>
        {state.kind === 'failed' && (
          <Button size="small" appearance="subtle" icon={<RefreshIcon />} onClick={() => uploads.retry([item.id])}>
            {uploadMessages.retry}
          </Button>
        )}
        {isPending && (
          <Button
            size="small"
            appearance="subtle"
            icon={<CloseIcon />}
            aria-label={`${uploadMessages.cancel} ${item.name}`}
            onClick={() => uploads.cancel([item.id])}
          />
        )}
      </div>
    </li>
  );
});
