import { api } from '@console/shared-auth';
import type { NoticeKind } from '@console/shared-contract/api';
import { Button, describeError, EmptyState, makeStyles, SkeletonItem, tokens } from '@console/shared-ui/basics';
import { SwitchField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { noticeMessages } from './notice-messages';
import { useNoticeSettings } from './notices.queries';

const KINDS = Object.keys(noticeMessages.kinds) as NoticeKind[];
const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', padding: tokens.spacingHorizontalL },
  hint: { margin: 0 },
});

/** Lets the user choose the kinds of notices. */
export function NoticeSettings() {
  const styles = useStyles();
  const { data, error, refetch } = useNoticeSettings();
  const write = useWrite({
    send: (muted: NoticeKind[]) => api.call('PUT /account/v2/notice-settings/', { body: { muted } }),
    failure: noticeMessages.settingsFailed,
    changes: () => [{ topic: 'notices' }],
  });
  if (!data)
    return error ? (
      <EmptyState action={<Button onClick={() => void refetch()}>{noticeMessages.retry}</Button>}>
        {describeError(error)}
      </EmptyState>
    ) : (
      <SkeletonItem role="img" aria-label={noticeMessages.loading} style={{ height: 160 }} />
    );
  const { muted } = data;
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{noticeMessages.settingsHint}</p>
      {KINDS.map((kind) => (
        <SwitchField
          key={kind}
          label={noticeMessages.kinds[kind]}
          value={!muted.includes(kind)}
          disabled={write.isPending}
          onChange={(isOn) => void write.send(isOn ? muted.filter((mutedKind) => mutedKind !== kind) : [...muted, kind])}
        />
      ))}
    </div>
  );
}
