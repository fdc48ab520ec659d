/** Verifies the image. If `statesEmpty`, the verification states that there is nothing to annotate. */
export type Verify = (statesEmpty: boolean) => void;
/** Calls `verify` immediately if no rules are violated, otherwise after the user has confirmed. */
type VerificationGate = (verify: Verify, options: VerificationRequest) => void;

export interface VerificationRequest {
  /**
   * Whether to verify the image even if the user leaves it before its shapes and rules are loaded. In this case, only the server checks the
   * rules.
   */
  verifyOnLeave: boolean;
}

/**
 * The gate of the shown image. It is a module variable, because the buttons of a job are outside of the image screen and cannot use its
 * React context.
 */
let currentGate: VerificationGate | null = null;

/** Passes each verification to `gate` until the returned function is called. */
export function registerGate(gate: VerificationGate): () => void {
  currentGate = gate;
  return () => {
    if (currentGate === gate) currentGate = null;
  };
}

/** Verifies the shown image if it violates no rules or if the user confirms. */
export function requestVerification(verify: Verify, options: VerificationRequest = { verifyOnLeave: false }): void {
  if (currentGate) currentGate(verify, options);
  else verify(false);
}
