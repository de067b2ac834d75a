/** /user/trade/transfer: grams to somebody else, from whom it is for to the receipt; and what was sent and got. */
import { useState } from 'react'
import { MemberCode } from '../../identity/pages/member-code.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { HoldingView } from '../contract.ts'
import type { TransfersView, TransferView } from '../transfer-contract.ts'
import type { Route } from './+types/transfer-page'
import { SendForm } from './send-form.tsx'
import { Sent } from './sent.tsx'
import { ToBuy } from './to-buy.tsx'
import { TransferList } from './transfer-list.tsx'
import { isNothing } from './typed-amount-rules.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const read = async () => {
  const [holding, { transfers, code }] = await Promise.all([
    dataOf(get<HoldingView>('/trade/holding')),
    dataOf(get<TransfersView>('/trade/transfers')),
  ])
  return { holding, transfers, code }
}
export const clientLoader = read

export default function TransferPage({ loaderData }: Route.ComponentProps) {
  const [{ holding, transfers, code }, setRead] = useState(loaderData)
  const { features } = useShell().store
  const isOn = features.gold_accounts && features.transfers
  const [sent, setSent] = useState<TransferView | null>(null)
  /** As it was when the form came: it stays with what was typed, whatever is gone meanwhile. */
  const [isEmpty, setEmpty] = useState(isNothing(holding.gold))
  const reload = async () => setRead(await read())
  function again() {
    setSent(null)
    setEmpty(isNothing(holding.gold))
  }
  return (
    <>
      <PageTitle>{m.vault_send_title()}</PageTitle>
      <div className="max-w-[560px]">
        {sent ? (
          <Sent sent={sent} onAgain={again} />
        ) : (
          <>
            <h1 className="h1">{m.vault_send_title()}</h1>
            <p className="mt-3 text-ink-2">{m.vault_send_lead()}</p>
            {!isOn ? null : isEmpty ? (
              <div className="mt-8">
                <EmptyState text={m.vault_send_nothing()} action={<ToBuy />} />
              </div>
            ) : (
              <SendForm
                there={formatGrams(holding.gold, language())}
                onLess={reload}
                onSent={async (transfer) => {
                  setSent(transfer)
                  await reload()
                }}
              />
            )}
          </>
        )}
      </div>
      <MemberCode code={code} />
      <TransferList transfers={transfers} onChanged={reload} />
    </>
  )
}
