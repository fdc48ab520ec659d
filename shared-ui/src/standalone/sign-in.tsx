import { login } from '@console/shared-auth';
import { type FormEvent, useState } from 'react';
import { TextField } from '../fields/text-fields';
import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { messages } from './messages';

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    maxWidth: '320px',
    margin: '0 auto',
    paddingTop: '15vh',
  },
});

/** A minimal sign-in form for the page that shows one micro-frontend without the console. */
export function SignIn({ title }: { title: string }) {
  const styles = useStyles();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const submitSignIn = (event: FormEvent) => {
    event.preventDefault();
    login(email, password).catch(() => setFailed(true));
  };
  return (
    <form className={styles.form} onSubmit={submitSignIn}>
      <h1>{title}</h1>
      {hasFailed && (
        <MessageBar intent="error">
          <MessageBarBody>{messages.failed}</MessageBarBody>
        </MessageBar>
      )}
      <TextField label={messages.email} value={email} onChange={(event) => setEmail(event.target.value)} />
      <TextField
        label={messages.password}
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button appearance="primary" type="submit">
        {messages.login}
      </Button>
    </form>
  );
}
