import {
  Link,
  Toast,
  ToastBody,
  Toaster,
  ToastTitle,
  ToastTrigger,
  useFocusableGroup,
  useToastController,
} from '@fluentui/react-components';
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { CloseIcon } from '../icons';
import { messages } from '../messages';

const toasterId = 'console-toaster';
const shownMs = { success: 4000, info: 6000, warning: 9000, error: 12_000 } as const;

let shown = 0;

export interface Notice {
  title: string;
  text?: ReactNode;
  /** It offers something to press, and stays as long as an error does. */
  hasAction?: boolean;
  /** It is no longer there, whether it was closed or its time was over. */
  onHidden?: () => void;
}
/** Shows a toast; answers how to take it back early. */
type Show = (notice: Notice) => () => void;
export interface Notify {
  success: Show;
  info: Show;
  warning: Show;
  danger: Show;
}

/** Toasts, from anywhere below the host's `ConsoleToaster`. */
export function useNotify(): Notify {
  const { dispatchToast, dismissToast } = useToastController(toasterId);
  return useMemo(() => {
    const show =
      (intent: keyof typeof shownMs): Show =>
      (notice) => {
        const toastId = `toast-${(shown += 1)}`;
        dispatchToast(
          <Toast>
            <ToastTitle
              // Fluent's icon of the kind; without a name only its colour told a warning from an error.
              media={{ role: 'img', 'aria-label': messages.toasts[intent] }}
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
            <WayOut />
          </Toast>,
          {
            toastId,
            intent,
            timeout: notice.hasAction ? shownMs.error : shownMs[intent],
            pauseOnHover: true,
            pauseOnWindowBlur: true,
            onStatusChange: (_, { status }) => status === 'unmounted' && notice.onHidden?.(),
          },
        );
        return () => dismissToast(toastId);
      };
    return { success: show('success'), info: show('info'), warning: show('warning'), danger: show('error') };
  }, [dispatchToast, dismissToast]);
}

/**
 * Fluent keeps the focus within a toast, and within all of them, until Esc: whoever came by Tab past the end of a page was
 * held there. The group of one toast is no option of Fluent's, so its mark is taken off. And where a toast goes with the focus
 * in it, as after its Undo, the focus is where it came from again.
 */
function WayOut() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const toast = mark.current?.closest<HTMLElement>('[role="listitem"]');
    if (!toast) return undefined;
    toast.removeAttribute('data-tabster');
    let from: HTMLElement | null = null;
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !toast.contains(relatedTarget)) from = relatedTarget;
    };
    toast.addEventListener('focusin', onFocus);
    return () => {
      toast.removeEventListener('focusin', onFocus);
      if (!toast.contains(document.activeElement)) return;
      const home = from?.isConnected ? from : document.querySelector<HTMLElement>('main [data-focus-home], main h1, h1');
      home?.focus({ preventScroll: true });
    };
  }, []);
  return <span ref={mark} hidden />;
}

/** Above the bar at the foot of screens that fill the window. */
const offset = { horizontal: 20, vertical: 56 };

/** Mounted once. */
export function ConsoleToaster() {
  const isPassedByTab = useFocusableGroup({ tabBehavior: 'unlimited', ignoreDefaultKeydown: { Escape: true } });
  return <Toaster toasterId={toasterId} position="bottom-end" offset={offset} limit={8} {...isPassedByTab} />;
}
