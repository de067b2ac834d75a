import { useAskedPin } from './ask-pin.ts'
import { latePart, usePart } from './late-part.ts'

const host = latePart(async () => (await import('./pin-host.tsx')).PinHost)

/** Where the PIN is asked for; the dialog comes when it is needed. */
export function PinPlace() {
  const Host = usePart(host, useAskedPin() !== null)
  return Host && <Host />
}
