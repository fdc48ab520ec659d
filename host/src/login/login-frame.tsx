import { useConfig } from '@console/shared-auth';
import { amber, Badge, DevelopmentIcon, ink, makeStyles, setPageTitle, tokens } from '@console/shared-ui/core';
import { type FormEventHandler, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { BrandMark } from '../layout/brand-mark';
import { loginMessages } from './login-messages';
import { messages } from '../messages';
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

/**
 * Removes `aria-hidden` from the page and its ancestors. An open Fluent dialog sets this attribute on the rest of the document. If the
 * session ends while a dialog is open, Fluent never removes the attribute.
 */
function useRemoveAriaHidden(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (let element = page.current; element; element = element.parentElement) element.removeAttribute('aria-hidden');
  }, [page]);
}

interface LoginFrameProps {
  title: string;
  onChange?: FormEventHandler<HTMLFormElement>;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** The fields and buttons of the form. */
  children: ReactNode;
}

/** Layout of pages that need no session, such as sign-in: an introduction to the console beside a form. */
export function LoginFrame({ title, onChange, onSubmit, children }: LoginFrameProps) {
  const styles = useStyles();
  const page = useRef<HTMLDivElement>(null);
  useRemoveAriaHidden(page);
  const { environment } = useConfig();
  useEffect(() => setPageTitle(title), [title]);
  return (
    <div ref={page} className={styles.page}>
      <section className={styles.side}>
        <div className={styles.brand}>
          <BrandMark size={32} />
          {messages.product}
        </div>
        <LoginImage />
        <p className={styles.intro}>{loginMessages.intro}</p>
      </section>
      <main className={styles.panel}>
        <form className={styles.form} noValidate onChange={onChange} onSubmit={onSubmit}>
          <div className={styles.head}>
            <h1 className={styles.heading}>{title}</h1>
            {environment !== 'production' && (
              <Badge
                className={styles.development}
                size="large"
                icon={<DevelopmentIcon />}
                role="img"
                aria-label={loginMessages.development}
                title={loginMessages.development}
              />
            )}
          </div>
          {children}
        </form>
      </main>
    </div>
  );
}
