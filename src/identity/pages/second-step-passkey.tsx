/** The second step by passkey: it says who signs in by itself, so it needs nothing of what was begun. */
import { PasskeyButton } from './passkey-button.tsx'
import type { SecondStepProps } from './second-step.tsx'

export const SecondStepPasskey = ({ begun, onAnswer }: SecondStepProps) => (
  <PasskeyButton kind="primary" onSignedIn={(answer) => onAnswer(answer, { account: begun.account, by: begun.by })} />
)
