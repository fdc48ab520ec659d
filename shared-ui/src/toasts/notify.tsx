import { Toast, ToastBody, Toaster, ToastTitle, ToastTrigger, Link, useToastController } from '@fluentui/react-components';
import { useMemo, type ReactNode } from 'react';
import { CloseIcon } from '../icons';
import { messages } from '../messages';

const toasterId = 'console-toaster';
const shownMs = { success: 4000, warning: 9000, error: 12_000 } as const;

export interface Notice {
  title: string;
  text?: ReactNode;
}
export interface Notify {
  success: (notice: Notice) => void;
  warning: (notice: Notice) => void;
  danger: (notice: Notice) => void;
}

/** Toasts, from anywhere below the host's `ConsoleToaster`. */
export function useNotify(): Notify {
  const { dispatchToast } = useToastController(toasterId);
  return useMemo(() => {
    const show = (intent: keyof typeof shownMs) => (notice: Notice) =>
      dispatchToast(
        <Toast>
          <ToastTitle
            action={
              <ToastTrigger>
                <Link as="button" aria-label={messages.close}>
                  <CloseIcon />
                </Link>
              </ToastTrigger>
            }
          >
            {notice.title}
          </ToastTitle>
          {notice.text && <ToastBody>{notice.text}</ToastBody>}
        </Toast>,
        { intent, timeout: shownMs[intent], pauseOnHover: true, pauseOnWindowBlur: true },
      );
    return { success: show('success'), warning: show('warning'), danger: show('error') };
  }, [dispatchToast]);
}

/** Mounted once. */
export function ConsoleToaster() {
  return <Toaster toasterId={toasterId} position="bottom-end" limit={8} />;
}
