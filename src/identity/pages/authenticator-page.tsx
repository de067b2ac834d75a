/** /user/security/authenticator: set the app up, see how many recovery codes are left, turn it off. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { toastDone } from '../../ui/toast.tsx'
import type { RecoveryCodesView } from '../factors-contract.ts'
import type { SecurityStateView } from '../security-contract.ts'
import type { Route } from './+types/authenticator-page'
import { AuthenticatorSetUp } from './authenticator-set-up.tsx'
import { BothFactorsDialog } from './both-factors-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<SecurityStateView>('/user/security'))

export default function AuthenticatorPage({ loaderData: state }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [fresh, setFresh] = useState<string[] | null>(null)
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.ui_app_title()}</PageTitle>
      <h1 className="h1">{m.ui_app_title()}</h1>
      <p className="mt-3 text-ink-2">{m.identity_app_lead()}</p>
      <div className="mt-8">
        {fresh ? (
          <RecoveryCodes
            codes={fresh}
            onKept={() => {
              setFresh(null)
              void revalidate()
            }}
          />
        ) : state.authenticator ? (
          <AppIsOn left={state.recovery_codes_left} passkey={state.passkeys > 0} onFresh={setFresh} />
        ) : (
          <AuthenticatorSetUp onOn={setFresh} />
        )}
      </div>
    </div>
  )
}

const FEW = 3

type AppProps = { left: number; passkey: boolean; onFresh: (codes: string[]) => void }

function AppIsOn({ left, passkey, onFresh }: AppProps) {
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null)
  return (
    <section className="panel grid gap-5 p-6">
      <div>
        <h2 className="h3 flex items-center gap-2">
          <Icon name="shield-check" size="l" className="flex-none text-up" />
          {m.identity_app_is_on()}
        </h2>
        <p className="mt-1 text-ink-2">{m.identity_app_is_on_text()}</p>
      </div>
      <div className="border-t border-line pt-5">
        <p className="font-medium">
          {m.identity_app_codes_left({ count: left, all: settings.authenticator.recoveryCodes })}
        </p>
        {left <= FEW && <p className="small mt-1 text-warn">{m.identity_app_codes_few()}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button kind="ghost" className="max-md:w-full" onClick={() => setAsking('codes')}>
          {m.identity_app_new_codes()}
        </Button>
        <Button kind="danger" className="max-md:w-full" onClick={() => setAsking('off')}>
          {m.identity_app_turn_off()}
        </Button>
      </div>
      <BothFactorsDialog<RecoveryCodesView>
        open={asking === 'codes'}
        onClose={() => setAsking(null)}
        title={m.identity_app_new_codes()}
        text={m.identity_app_new_codes_text()}
        call="/user/newRecoveryCodes"
        passkey={passkey}
        onDone={({ recovery_codes }) => onFresh(recovery_codes)}
      />
      <BothFactorsDialog
        open={asking === 'off'}
        onClose={() => setAsking(null)}
        title={m.identity_app_turn_off()}
        text={m.identity_app_turn_off_text()}
        call="/user/removeAuthenticator"
        passkey={passkey}
        danger
        onDone={() => {
          toastDone(m.identity_app_turned_off())
          void revalidate()
        }}
      />
    </section>
  )
}
