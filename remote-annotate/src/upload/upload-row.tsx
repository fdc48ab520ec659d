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

function describeState({ state: uploadState, size }: UploadItem): string {
  const { states, sent } = uploadMessages;
  switch (uploadState.kind) {
    case 'waiting':
      return `${states.waiting}, ${formatBytes(size)}`;
    case 'uploading':
      if (uploadState.sentRatio === null) return states.reading;
      return uploadState.sentRatio < 1
        ? `${sent(Math.floor(uploadState.sentRatio * 100))} ${formatBytes(size)}`
        : states.processing;
    case 'done':
      return states.done;
    case 'duplicate':
      return uploadMessages.duplicate;
    case 'failed':
      return uploadState.reason;
  }
}

/** A row of the upload panel with the file's progress and actions. */
export const UploadRow = memo(function UploadRow({ item: uploadItem }: { item: UploadItem }) {
  const styles = useStyles();
  const { state: uploadState } = uploadItem;
  const Icon = ICONS[uploadState.kind];
  const toneStyle =
    uploadState.kind === 'done'
      ? styles.done
      : uploadState.kind === 'failed'
        ? styles.failed
        : uploadState.kind === 'duplicate'
          ? styles.info
          : undefined;
  const isPending = uploadState.kind === 'waiting' || uploadState.kind === 'uploading';
  const imageId = uploadState.kind === 'done' || uploadState.kind === 'duplicate' ? uploadState.imageId : null;
  return (
    <li className={styles.row}>
      <Icon aria-hidden className={mergeClasses(styles.icon, toneStyle)} />
      <div className={styles.text}>
        <TruncatedText>{uploadItem.name}</TruncatedText>
        {uploadState.kind === 'uploading' && (
          <ProgressBar
            aria-label={uploadMessages.fileProgress(uploadItem.name)}
            value={uploadState.sentRatio !== null && uploadState.sentRatio < 1 ? uploadState.sentRatio : undefined}
          />
        )}
        <span className={mergeClasses(styles.state, uploadState.kind === 'failed' && styles.failed)}>
          {describeState(uploadItem)}{' '}
          {imageId && (
            <RouterLink to={`/image/${imageId}`} className={styles.state}>
              {uploadState.kind === 'duplicate' ? uploadMessages.openExisting : uploadMessages.openUploaded}
            </RouterLink>
          )}
        </span>
        {uploadState.kind === 'done' && <LookAlikeList image={uploadState.imageId} />}
      </div>
      <div className={styles.actions}>
        {uploadState.kind === 'failed' && (
          <Button size="small" appearance="subtle" icon={<RefreshIcon />} onClick={() => uploads.retry([uploadItem.id])}>
            {uploadMessages.retry}
          </Button>
        )}
        {isPending && (
          <Button
            size="small"
            appearance="subtle"
            icon={<CloseIcon />}
            aria-label={`${uploadMessages.cancel} ${uploadItem.name}`}
            onClick={() => uploads.cancel([uploadItem.id])}
          />
        )}
      </div>
    </li>
  );
});
