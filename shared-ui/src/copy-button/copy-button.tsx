import { Button, Tooltip } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { CheckIcon, CopyIcon } from '../icons';
import { messages } from '../messages';
import { useNotify } from '../toasts/notify';

const CONFIRMATION_MS = 2000;

/** Copies `text` to the clipboard. `what` names the text in the label of the button, as in "Copy token". */
export function CopyButton({ text, what, size = 'small' }: { text: string; what: string; size?: 'small' | 'medium' }) {
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The clipboard is available in secure contexts only, and the user may deny access.
      notify.danger({ title: messages.copyFailed, text: what });
    }
  };
  return (
    <Tooltip content={copied ? messages.copied : messages.copy(what)} relationship="label">
      <Button appearance="subtle" size={size} icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy()} />
    </Tooltip>
  );
}
