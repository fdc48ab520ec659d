import { Button, Tooltip } from '@fluentui/react-components';
import { useCopy } from '../clipboard/use-copy';
import { CheckIcon, CopyIcon } from '../icons';
import { copyMessages } from '../clipboard/copy-messages';
import { useNotify } from '../toasts/notify';

/** Copies `text` to the clipboard. `what` is the name of the text in the label of the button, as in "Copy token". */
export function CopyButton({ text, what, size = 'small' }: { text: string; what: string; size?: 'small' | 'medium' }) {
  const notify = useNotify();
  const { isCopied, copy } = useCopy(text);
  const copyOrNotify = () => copy().catch(() => void notify.danger({ title: copyMessages.copyFailed, text: what }));
  return (
    <Tooltip content={isCopied ? copyMessages.copied : copyMessages.copy(what)} relationship="label">
      <Button
        appearance="subtle"
        size={size}
        icon={isCopied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copyOrNotify()}
      />
    </Tooltip>
  );
}
