/** Signs in with a passkey. Nothing where the browser has none; what went wrong is said beneath. */
import { useEffect, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SignedInView } from '../contract.ts'
import { canUsePasskeys, PasskeyNotUsed, signInWithPasskey } from './passkey-browser.ts'

type Props = { kind: 'primary' | 'ghost'; onSignedIn: (answer: SignedInView) => Promise<void> }

export function PasskeyButton({ kind, onSignedIn }: Props) {
  const [able, setAble] = useState(true)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => setAble(canUsePasskeys()), [])

  async function use() {
    setRefusal(undefined)
    setBusy(true)
    try {
      await onSignedIn(await signInWithPasskey())
    } catch (failure) {
      const said = failure instanceof ApiError || failure instanceof PasskeyNotUsed
      setRefusal(said ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  if (!able) return null
  return (
    <div className="grid gap-2">
      <Button kind={kind} size="l" className="w-full" busy={busy} onClick={() => void use()}>
        <Icon name="fingerprint" />
        {m.identity_passkeys_sign_in()}
      </Button>
      {refusal && <FieldError>{refusal}</FieldError>}
    </div>
  )
}
