import { useWorkspace } from '@console/shared-auth';
import type { Notice } from '@console/shared-contract/api';
import {
  ArrowLeftIcon,
  Button,
  CheckIcon,
  CloseIcon,
  describeError,
  EmptyState,
  formatDateTime,
  makeStyles,
  mergeClasses,
  OverlayDrawer,
  SettingsIcon,
  SkeletonItem,
  tokens,
  Tooltip,
} from '@console/shared-ui/basics';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { closeOnEscape } from '../drawers/close-on-escape';
import { noticeMessages } from './notice-messages';
import { toNoticePath } from './notice-link';
import { NoticeSettings } from './notice-settings';
import { useDownloadExport, useMarkNotices, useNotices } from './notices.queries';

const useStyles = makeStyles({
  drawer: { width: 'min(400px, 100vw)' },
  head: {
    display: 'flex',
    alignSelf: 'stretch',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: { flexGrow: 1, margin: 0, fontSize: tokens.fontSizeBase500, fontWeight: tokens.fontWeightSemibold },
  body: { alignSelf: 'stretch', flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'flex',
    alignItems: 'flex-start',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingRight: tokens.spacingHorizontalS,
  },
  unread: { backgroundColor: tokens.colorBrandBackground2 },
  link: {
    flexGrow: 1,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    ':hover': { textDecorationLine: 'underline' },
  },
  strong: { fontWeight: tokens.fontWeightSemibold },
  text: { overflowWrap: 'anywhere' },
  details: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  mark: { marginTop: tokens.spacingVerticalS, flexShrink: 0 },
  hint: { margin: 0, padding: tokens.spacingHorizontalL, color: tokens.colorNeutralForeground3 },
});

interface NoticesPanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The list of notices at the side of the page, with the choice of kinds. */
export function NoticesPanel({ isOpen, onClose }: NoticesPanelProps) {
  const styles = useStyles();
  const [hasSettings, showSettings] = useState(false);
  const { data } = useNotices();
  const markNotices = useMarkNotices();
  const settingsLabel = hasSettings ? noticeMessages.hideSettings : noticeMessages.settings;
  return (
    <OverlayDrawer
      position="end"
      className={styles.drawer}
      open={isOpen}
      onOpenChange={(_, { open }) => open || onClose()}
      onKeyDown={closeOnEscape(onClose)}
      aria-label={noticeMessages.title}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{noticeMessages.title}</h2>
        {!hasSettings && (
          <Tooltip content={noticeMessages.markAllRead} relationship="label">
            <Button
              appearance="subtle"
              icon={<CheckIcon />}
              disabledFocusable={!data?.unread || markNotices.isPending}
              onClick={() => void markNotices.send({})}
            />
          </Tooltip>
        )}
        <Tooltip content={settingsLabel} relationship="label">
          <Button
            appearance="subtle"
            icon={hasSettings ? <ArrowLeftIcon /> : <SettingsIcon />}
            onClick={() => showSettings(!hasSettings)}
          />
        </Tooltip>
        <Tooltip content={noticeMessages.close} relationship="label">
          <Button appearance="subtle" icon={<CloseIcon />} onClick={onClose} />
        </Tooltip>
      </div>
      <div className={styles.body}>{hasSettings ? <NoticeSettings /> : <NoticeList onClose={onClose} />}</div>
    </OverlayDrawer>
  );
}

function NoticeList({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const { data, error, refetch } = useNotices();
  const { workspaceId, workspaces, switchWorkspace } = useWorkspace();
  const navigate = useNavigate();
  const markNotices = useMarkNotices();
  const download = useDownloadExport();
  const openNotice = async (notice: Notice) => {
    onClose();
    if (!notice.read) void markNotices.send({ ids: [notice.id] });
    if (notice.page.kind === 'export') return void download.send(notice);
    if (notice.workspace !== workspaceId) await switchWorkspace(notice.workspace);
    await navigate(toNoticePath(notice));
  };
  if (!data)
    return error ? (
      <EmptyState action={<Button onClick={() => void refetch()}>{noticeMessages.retry}</Button>}>
        {`${noticeMessages.failed} ${describeError(error)}`}
      </EmptyState>
    ) : (
      <SkeletonItem role="img" aria-label={noticeMessages.loading} style={{ height: 160 }} />
    );
  const { results, count } = data;
  if (results.length === 0) return <EmptyState>{noticeMessages.empty}</EmptyState>;
  return (
    <>
      <ul className={styles.list}>
        {results.map((notice) => {
          const { id, read: readTime, created, workspace, data: details } = notice;
          const workspaceName = workspaces.find((candidate) => candidate.id === workspace)?.name;
          return (
            <li key={id} className={mergeClasses(styles.row, !readTime && styles.unread)}>
              <button type="button" className={styles.link} onClick={() => void openNotice(notice)}>
                <span className={mergeClasses(!readTime && styles.strong)}>{noticeMessages.getTitle(notice)}</span>
                {details.text && <span className={styles.text}>{details.text}</span>}
                <span className={styles.details}>
                  {[details.name, workspaceName, formatDateTime(created), readTime ? null : noticeMessages.unread]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
              <Tooltip content={readTime ? noticeMessages.markUnread : noticeMessages.markRead} relationship="label">
                <Button
                  size="small"
                  appearance="subtle"
                  className={styles.mark}
                  icon={<CheckIcon />}
                  aria-pressed={readTime !== null}
                  onClick={() => void markNotices.send({ ids: [id], read: readTime === null })}
                />
              </Tooltip>
            </li>
          );
        })}
      </ul>
      {count > results.length && <p className={styles.hint}>{noticeMessages.older(count - results.length)}</p>}
    </>
  );
}
