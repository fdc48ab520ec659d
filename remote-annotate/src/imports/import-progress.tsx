import type { Import } from '@console/shared-contract/api';
import {
  Button,
  describeRefusal,
  formatBytes,
  makeStyles,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  Text,
  tokens,
} from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { importMessages as texts } from './data/import-messages';
import { ChooseFiles } from './choose-files';
import { cancelImport, hasRestarted, refreshImports } from './data/imports.queries';
import type { PathedFile } from '../files/pathed-files';
import { sender, useSending } from './sending/sender';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  cancel: { alignSelf: 'flex-start' },
  figures: { fontVariantNumeric: 'tabular-nums' },
});

const PROGRESS_LABELS = { reading: texts.reading, running: texts.running, undoing: texts.undoing } as const;

/** Shows the server's progress while it reads, runs or undoes an import. */
export function WorkProgress({ importRow: row }: { importRow: Import }) {
  const { id, state: importState, work } = row;
  const styles = useStyles();
  const cancel = useWrite({ send: cancelImport, failure: texts.cancelFailed });
  const label = PROGRESS_LABELS[importState as keyof typeof PROGRESS_LABELS];
  const ratio = work && work.total ? work.done / work.total : undefined;
  const isRunning = work?.status === 'running';
  return (
    <div className={styles.part}>
      <Text weight="semibold">{label}</Text>
      <ProgressBar aria-label={label} value={ratio} />
      {!isRunning && <Text>{texts.starting}</Text>}
      {isRunning && (work.total !== null || work.done > 0) && <Text className={styles.figures}>{texts.progress(work)}</Text>}
      {hasRestarted(row) && <Text>{texts.readingRestarted}</Text>}
      <Button
        className={styles.cancel}
        disabledFocusable={cancel.isPending}
        onClick={() => void cancel.send(id).then(() => refreshImports())}
      >
        {texts.cancel}
      </Button>
    </div>
  );
}

/** Shows the upload progress of the files. After a page reload, the user has to select the files again. */
export function SendProgress({ importRow: { id, workspace, files } }: { importRow: Import }) {
  const styles = useStyles();
  const sending = useSending(id);
  const sendFiles = (chosenFiles: readonly PathedFile[]) => void sender.send(id, workspace, chosenFiles);
  if (!sending || sending.state === 'failed')
    return (
      <div className={styles.part}>
        <MessageBar intent={sending ? 'error' : 'warning'}>
          <MessageBarBody>
            {sending ? `${texts.sending.failed} ${describeRefusal(sending.error)}` : files > 0 ? texts.sending.missing : null}
          </MessageBarBody>
        </MessageBar>
        <ChooseFiles onChoose={sendFiles} description={texts.sending.chooseAgain} />
      </div>
    );
  const { sent: sentBytes, total, perSecond, state: sendingState } = sending;
  return (
    <div className={styles.part}>
      <Text weight="semibold">{texts.sending.label}</Text>
      <ProgressBar aria-label={texts.sending.label} value={total > 0 ? sentBytes / total : undefined} />
      <Text className={styles.figures}>
        {texts.sending.progress(formatBytes(sentBytes), formatBytes(total), sending.files)}
        {perSecond !== null && perSecond > 0 && `, ${texts.speed(formatBytes(perSecond), (total - sentBytes) / perSecond)}`}
      </Text>
      {sendingState === 'waiting' && (
        <MessageBar intent="warning">
          <MessageBarBody>{texts.sending.waiting}</MessageBarBody>
        </MessageBar>
      )}
      <Button className={styles.cancel} onClick={() => sender.stop(id)}>
        {texts.sending.stop}
      </Button>
    </div>
  );
}
