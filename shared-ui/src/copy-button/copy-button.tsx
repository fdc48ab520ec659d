import { Button, Tooltip } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { CheckIcon, CopyIcon } from '../icons';
import { messages } from '../messages';
import { useNotify } from '../toasts/notify';

const shownMs = 2000;

/** Copies `text`; `what` names it: "Copy token". */
export function CopyButton({ text, what, size = 'small' }: { text: string; what: string; size?: 'small' | 'medium' }) {
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The clipboard exists in secure contexts only, and a person may refuse it.
      notify.danger({ title: messages.copyFailed, text: what });
    }
  };
  return (
    <Tooltip content={copied ? messages.copied : messages.copy(what)} relationship="label">
      <Button appearance="subtle" size={size} icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy()} />
    </Tooltip>
  );
}
