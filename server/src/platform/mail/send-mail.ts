import type { MailSettings } from '../config/mail';

/** An email in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Thrown if the mail server refuses the recipient or the content for good, so that another attempt is useless. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

const TIMEOUT_MS = 20_000;

/** Sends an email over SMTP. Throws MailRefusedError, or another error if a later attempt may succeed. */
export async function sendMail({ url, from }: MailSettings, { to: recipient, subject, text }: Mail): Promise<void> {
  // Loaded on demand, because most servers send no emails, and loading delays the start.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.sendMail({ from, to: { name: '', address: recipient }, subject, text });
  } catch (error) {
    if (isRefusal(error)) throw new MailRefusedError(error.message, { cause: error });
    throw error;
  } finally {
    transport.close();
  }
}

/** Whether the server refused this email with a permanent status. A refused login or connection is an error of the settings. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}
