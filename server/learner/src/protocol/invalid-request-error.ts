/** An error that the user can fix. Its message is shown to the user; the message of any other error is only logged. */
export class InvalidRequestError extends Error {}
