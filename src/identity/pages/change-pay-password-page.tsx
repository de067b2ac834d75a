/** /user/changePaypwd: sets the payment PIN the first time, changes it, replaces a forgotten one; says when it is locked. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, post } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { keepUserInfo } from '../../ui/session.ts'
import type { UserInfoView } from '../contract.ts'
import type { Route } from './+types/change-pay-password-page'
import { ChangePinForm } from './change-pin-form.tsx'
import { ForgottenPinForm } from './forgotten-pin-form.tsx'
import { NewPinForm } from './new-pin-form.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export async function clientLoader() {
  const user = await dataOf(get<UserInfoView>('/user/userInfo'))
  keepUserInfo(user)
  return user
}

export default function ChangePayPasswordPage({ loaderData: user }: Route.ComponentProps) {
  return (
    <div className="max-w-[560px]">
      <PageTitle>{m.ui_pin_title()}</PageTitle>
      <h1 className="h1">{m.ui_pin_title()}</h1>
      {user.pin_locked ? <LockedPin /> : user.has_pin ? <PinInUse /> : <NewPinForm />}
    </div>
  )
}

const LockedPin = () => (
  <section className="panel mt-8 grid justify-items-start gap-4 p-6" role="status">
    <p className="h3 flex items-center gap-2">
      <Icon name="lock-simple" size="l" className="text-down" />
      {m.identity_pin_locked_title()}
    </p>
    <p className="text-ink-2">{m.identity_pin_locked_text()}</p>
    <ButtonLink to="/unlockAccount">{m.identity_unlock()}</ButtonLink>
  </section>
)

function PinInUse() {
  const [form, setForm] = useState<'none' | 'change' | 'forgotten'>('none')
  const close = () => setForm('none')
  return (
    <>
      <StandingPin />
      {form === 'none' && (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button kind="ghost" onClick={() => setForm('change')}>
            {m.identity_pin_change()}
          </Button>
          <Button kind="quiet" onClick={() => setForm('forgotten')}>
            {m.identity_pin_forgotten()}
          </Button>
        </div>
      )}
      {form === 'change' && <ChangePinForm onDone={close} />}
      {form === 'forgotten' && <ForgottenPinForm onDone={close} />}
    </>
  )
}

function StandingPin() {
  const [right, setRight] = useState(false)

  async function check() {
    setRight(false)
    const answer = await askPin({
      title: m.identity_pin_check(),
      lines: [],
      text: m.identity_pin_check_sentence(),
      action: m.identity_pin_check(),
      submit: (pin) => dataOf(post('/user/checkPin', { pin }, { beside: true })),
    }).catch(() => null)
    setRight(answer !== null)
  }

  return (
    <section className="panel mt-8 grid justify-items-start gap-4 p-6">
      <p className="h3 flex items-center gap-2">
        <Icon name="shield-check" size="l" className="text-up" />
        {m.identity_pin_is_set()}
      </p>
      <p className="text-ink-2">{m.identity_pin_is_set_text()}</p>
      <p className="small font-semibold text-up" role="status">
        {right ? m.identity_pin_was_right() : ''}
      </p>
      <Button kind="ghost" onClick={() => void check()}>
        {m.identity_pin_check()}
      </Button>
    </section>
  )
}
