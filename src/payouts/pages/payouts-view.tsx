/** What both pages of payout accounts show: the accounts there are, and the way to one more. */
import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import type { DestinationsView } from '../contract.ts'
import type { PayoutKind } from '../payout-rules.ts'
import { BindForm } from './bind-form.tsx'
import { DestinationList } from './destination-list.tsx'

const pages = {
  bank: { to: '/user/bindBankCard', name: m.payouts_bank_account },
  wallet: { to: '/user/bindAlipay', name: m.payouts_wallet },
} as const
const kinds = ['bank', 'wallet'] as const

export function PayoutsView({ kind, known }: { kind: PayoutKind; known: DestinationsView }) {
  return (
    <div className="max-w-[640px]">
      <PageTitle>{pages[kind].name()}</PageTitle>
      <h1 className="h1">{m.ui_payouts_title()}</h1>
      <p className="mt-3 text-ink-2">{m.payouts_lead()}</p>
      <section className="mt-8" aria-label={m.payouts_own()}>
        <h2 className="h3 mb-3">{m.payouts_own()}</h2>
        <DestinationList destinations={known.destinations} />
      </section>
      <section className="mt-12" aria-label={m.payouts_add()}>
        <h2 className="h3">{m.payouts_add()}</h2>
        <NewAccount kind={kind} known={known} />
      </section>
    </div>
  )
}

function NewAccount({ kind, known }: { kind: PayoutKind; known: DestinationsView }) {
  const { revalidate } = useRevalidator()
  const [bound, setBound] = useState(0)
  const { verified_name: verifiedName, has_pin: hasPin, max } = known
  if (verifiedName === null)
    return (
      <First icon="identification-card" text={m.payouts_verify_first()}>
        <ButtonLink to={`/user/realNameAuth?return=${pages[kind].to}`}>{m.payouts_verify()}</ButtonLink>
      </First>
    )
  if (!hasPin)
    return (
      <First icon="key" text={m.payouts_pin_first()}>
        <ButtonLink to={`/user/changePaypwd?return=${pages[kind].to}`}>{m.ui_pin_set_first()}</ButtonLink>
      </First>
    )
  if (known.bound >= max) return <p className="mt-1 text-ink-2">{m.payouts_max({ max })}</p>
  return (
    <>
      <nav className="mt-3 flex flex-wrap gap-2" aria-label={m.payouts_kind()}>
        {kinds.map((each) => (
          <Link
            key={each}
            to={pages[each].to}
            preventScrollReset
            className="chip"
            aria-current={each === kind ? 'page' : undefined}
            data-on={each === kind}
          >
            {pages[each].name()}
          </Link>
        ))}
      </nav>
      <BindForm
        key={`${kind} ${bound}`}
        kind={kind}
        known={known}
        verifiedName={verifiedName}
        onBound={async () => {
          await revalidate()
          setBound((count) => count + 1)
        }}
      />
    </>
  )
}

const First = ({ icon, text, children }: { icon: IconName; text: string; children: ReactNode }) => (
  <div className="panel mt-4 grid justify-items-start gap-5 p-6">
    <p className="flex items-start gap-3">
      <Icon name={icon} size="l" className="flex-none text-nila" />
      <span className="min-w-0">{text}</span>
    </p>
    {children}
  </div>
)
