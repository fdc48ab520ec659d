import { ApiError, login, useConfig, useSession } from '@console/shared-auth';
import {
  amber,
  Badge,
  Button,
  DevelopmentIcon,
  ink,
  makeStyles,
  MessageBar,
  MessageBarBody,
  setPageTitle,
  TextField,
  tokens,
} from '@console/shared-ui/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../messages';
import { BrandMark } from '../layout/brand-mark';
import { loadConsole } from '../console/load-console';
import { LoginImage } from './login-image';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(380px, 480px)',
    minHeight: '100vh',
    '@media (max-width: 899px)': { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto 1fr' },
  },
  side: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    gap: tokens.spacingVerticalXXL,
    padding: '48px',
    overflow: 'hidden',
    backgroundColor: ink.background,
    color: ink.text,
    '@media (max-width: 899px)': { padding: '24px', '& > svg': { display: 'none' } },
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    fontSize: tokens.fontSizeBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  intro: { margin: 0, maxWidth: '52ch', fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase500, color: ink.text },
  panel: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    padding: '48px',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 899px)': { padding: '32px 24px', justifyContent: 'flex-start' },
  },
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    width: '100%',
    maxWidth: '360px',
    margin: '0 auto',
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.015em',
  },
  development: { backgroundColor: amber, color: ink.background },
});

interface Credentials {
  email: string;
  password: string;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return messages.login.unreachable;
  if (error.status === 429) return messages.login.refused(error.detail);
  return messages.login.failed;
}

/** Starts loading the console when the user begins to type. A failure is shown when the console is needed. */
const prefetchConsole = () => void loadConsole().catch(() => undefined);

/**
 * Removes `aria-hidden` from the page and its ancestors. An open dialog hides the rest of the document, and the library only
 * reverts that 250 ms after the dialog closes. If the session ends under an open dialog, it never does.
 */
function useRemoveAriaHidden(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (let element = page.current; element; element = element.parentElement) element.removeAttribute('aria-hidden');
  }, [page]);
}

/** The sign-in page. */
export function LoginPage() {
  const styles = useStyles();
  const page = useRef<HTMLDivElement>(null);
  useRemoveAriaHidden(page);
  const { environment } = useConfig();
  const { endedBy } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  useEffect(() => setPageTitle(messages.login.title), []);

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      await login(email.trim(), password);
    } catch (error) {
      setFailure(describeFailure(error));
    }
  });

  return (
    <div ref={page} className={styles.page}>
      <section className={styles.side}>
        <div className={styles.brand}>
          <BrandMark size={32} />
          {messages.product}
        </div>
        <LoginImage />
        <p className={styles.intro}>{messages.login.intro}</p>
      </section>
      <main className={styles.panel}>
        <form className={styles.form} noValidate onChange={prefetchConsole} onSubmit={(event) => void submit(event)}>
          <div className={styles.head}>
            <h1 className={styles.heading}>{messages.login.title}</h1>
            {environment !== 'production' && (
              <Badge
                className={styles.development}
                size="large"
                icon={<DevelopmentIcon />}
                role="img"
                aria-label={messages.login.development}
                title={messages.login.development}
              />
            )}
          </div>
          {(endedBy === 'expired' || endedBy === 'unread') && !failure && (
            <MessageBar intent={endedBy === 'expired' ? 'info' : 'warning'}>
              <MessageBarBody>{messages.login[endedBy]}</MessageBarBody>
            </MessageBar>
          )}
          {failure && (
            <MessageBar intent="error" role="alert">
              <MessageBarBody>{failure}</MessageBarBody>
            </MessageBar>
          )}
          <TextField
            label={messages.login.email}
            type="email"
            autoComplete="username"
            autoFocus
            required
            error={formState.errors.email?.message}
            {...register('email', { required: messages.login.emailRequired })}
          />
          <TextField
            label={messages.login.password}
            type="password"
            autoComplete="current-password"
            required
            error={formState.errors.password?.message}
            {...register('password', { required: messages.login.passwordRequired })}
          />
          <Button type="submit" appearance="primary" size="large" disabledFocusable={formState.isSubmitting}>
            {formState.isSubmitting ? messages.login.busy : messages.login.submit}
          </Button>
        </form>
      </main>
    </div>
  );
}
