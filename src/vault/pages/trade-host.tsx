/** What both pages of a trade share: whether it can be made here, its form beside its price, its receipt. */
import { type ReactNode, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import type { DestinationView } from '../../payouts/contract.ts'
import { dataOf, get } from '../../ui/api-client.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import type { HoldingView } from '../contract.ts'
import type { Side } from '../trade-rules.ts'
import { type Kept, keptTrade } from './kept-trade.ts'
import { ToBuy } from './to-buy.tsx'
import { TradeForm } from './trade-form.tsx'
import { TradeNotice } from './trade-notice.tsx'
import { TradePanel } from './trade-panel.tsx'
import { TradeReceipt } from './trade-receipt.tsx'
import { isNothing } from './typed-amount-rules.ts'
import { type Balances, useTrade } from './use-trade.ts'
import { readAccounts } from './withdraw-calls.ts'

type Opened = { side: Side; holding: HoldingView; accounts: DestinationView[]; kept: Kept }

export async function readTrade(side: Side): Promise<Opened> {
  const [holding, bound] = await Promise.all([
    dataOf(get<HoldingView>('/trade/holding')),
    side === 'sell' ? readAccounts() : null,
  ])
  return { side, holding, accounts: bound?.destinations ?? [], kept: keptTrade(side) }
}

export function TradeHost(first: Opened) {
  const [opened, setOpened] = useState({ ...first, trades: 0 })
  const { side, holding, accounts, trades } = opened
  /** Another one, with nothing typed and what is there now. */
  const again = ({ cash, gold }: Balances) =>
    setOpened({ side, holding: { ...holding, cash, gold }, accounts, kept: keptTrade(side), trades: trades + 1 })
  const title = side === 'buy' ? m.vault_buy() : m.vault_sell()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {side === 'sell' && isNothing(holding.gold) ? (
        <Instead title={title} text={m.vault_nothing_to_sell()} action={<ToBuy />} />
      ) : (
        <Trading key={trades} {...opened} title={title} onAgain={again} />
      )}
    </>
  )
}

const Instead = ({ title, text, action }: { title: string; text: string; action?: ReactNode }) => (
  <>
    <h1 className="h1 mb-7">{title}</h1>
    <EmptyState text={text} action={action} />
  </>
)

type TradingProps = Opened & { title: string; onAgain: (now: Balances) => void }

function Trading({ title, onAgain, ...opened }: TradingProps) {
  const trade = useTrade(opened)
  const { receipt } = trade
  if (receipt)
    return (
      <TradeReceipt keepsCash={trade.keepsCash} side={trade.side} receipt={receipt} onAgain={() => onAgain(receipt)} />
    )
  return (
    <>
      <h1 className="h1 mb-7">{title}</h1>
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_320px] xl:items-start xl:gap-12">
        <TradeForm trade={trade} />
        <div className="grid gap-4 xl:sticky xl:top-16">
          {trade.notice && <TradeNotice notice={trade.notice} currency={trade.currency} />}
          <TradePanel trade={trade} />
        </div>
      </div>
    </>
  )
}

export const TradeSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="mb-7 h-11 w-64" />
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_320px] xl:gap-12">
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  </div>
)
