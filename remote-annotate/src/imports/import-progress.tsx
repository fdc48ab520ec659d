import type { Import } from '@console/shared-contract/api';
import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  Text,
  tokens,
  describeRefusal,
} from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { importMessages as words } from './data/import-messages';
import { formatBytes } from '../files/format-bytes';
import { ChooseFiles } from './choose-files';
import { cancelImport, hasBegunAnew, importChanged } from './data/imports.queries';
import type { PathedFile } from '../files/pathed-files';
import { sender, useSending } from './sending/sender';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  cancel: { alignSelf: 'flex-start' },
  figures: { fontVariantNumeric: 'tabular-nums' },
});

const WORDS = { reading: words.reading, running: words.running, undoing: words.undoing } as const;

/** Shows the server's progress while it reads, runs or undoes an import. */
export function WorkProgress({ of: row }: { of: Import }) {
  const { id, state, work } = row;
  const styles = useStyles();
  const cancel = useWrite({ send: cancelImport, failure: words.cancelFailed });
  const label = WORDS[state as keyof typeof WORDS];
  const share = work && work.total ? work.done / work.total : undefined;
  const isRunning = work?.status === 'running';
  return (
    <div className={styles.part}>
      <Text weight="semibold">{label}</Text>
      <ProgressBar aria-label={label} value={share} />
      {!isRunning && <Text>{words.starting}</Text>}
      {isRunning && (work.total !== null || work.done > 0) && <Text className={styles.figures}>{words.progress(work)}</Text>}
      {hasBegunAnew(row) && <Text>{words.begunAnew}</Text>}
      <Button
        className={styles.cancel}
        disabledFocusable={cancel.isPending}
        onClick={() => void cancel.send(id).then(() => importChanged())}
      >
        {words.cancel}
      </Button>
    </div>
  );
}

/** Shows the upload progress of the files. After a page reload, the user has to select the files again. */
export function SendProgress({ of: { id, workspace, files } }: { of: Import }) {
  const styles = useStyles();
  const sending = useSending(id);
  const send = (chosen: readonly PathedFile[]) => void sender.send(id, workspace, chosen);
  if (!sending || sending.state === 'failed')
    return (
      <div className={styles.part}>
        <MessageBar intent={sending ? 'error' : 'warning'}>
          <MessageBarBody>
            {sending ? `${words.sending.failed} ${describeRefusal(sending.error)}` : files > 0 ? words.sending.missing : null}
          </MessageBarBody>
        </MessageBar>
        <ChooseFiles onChoose={send} about={words.sending.again} />
      </div>
    );
  const { sent, total, perSecond, state } = sending;
  return (
    <div className={styles.part}>
      <Text weight="semibold">{words.sending.label}</Text>
      <ProgressBar aria-label={words.sending.label} value={total > 0 ? sent / total : undefined} />
      <Text className={styles.figures}>
        {words.sending.progress(formatBytes(sent), formatBytes(total), sending.files)}
        {perSecond !== null && perSecond > 0 && `, ${words.speed(formatBytes(perSecond), (total - sent) / perSecond)}`}
      </Text>
      {state === 'waiting' && (
        <MessageBar intent="warning">
          <MessageBarBody>{words.sending.waiting}</MessageBarBody>
        </MessageBar>
      )}
      <Button className={styles.cancel} onClick={() => sender.stop(id)}>
        {words.sending.stop}
      </Button>
    </div>
  );
}
