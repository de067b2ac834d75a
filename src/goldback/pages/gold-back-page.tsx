/** /user/trade/goldBack: gold is sold back to the house, pieces bought here or others that are described, from the choice to the signature. */
import { Link } from 'react-router'
import type { AddressView } from '../../delivery/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Seg } from '../../ui/seg.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { readAccounts } from '../../vault/pages/withdraw-calls.ts'
import { caseKinds } from '../case-rules.ts'
import type { OwnForSaleView } from '../contract.ts'
import type { Route } from './+types/gold-back-page'
import { DescribePieces } from './describe-piece.tsx'
import { EstimatePanel } from './estimate-panel.tsx'
import { goldbackPlaces } from './goldback-places.ts'
import { HandOver, PaidTo } from './hand-over-fields.tsx'
import { PieceChoice } from './piece-choice.tsx'
import { TitledPiece } from './titled-piece-form.tsx'
import { useConsigning } from './use-consigning.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export async function clientLoader() {
  const [own, accounts, { addresses }] = await Promise.all([
    dataOf(get<OwnForSaleView>('/trade/goldBack')),
    readAccounts(),
    dataOf(get<{ addresses: AddressView[] }>('/address/getAddressList')),
  ])
  return { own, accounts: accounts.destinations, addresses }
}

export default function GoldBackPage({ loaderData: { own, accounts, addresses } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{m.goldback_title()}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 className="h1">{m.goldback_title()}</h1>
        <Link to={goldbackPlaces.history} className="link min-h-11 content-center">
          {m.goldback_history()}
        </Link>
      </div>
      <Consigning own={own} accounts={accounts} addresses={addresses} />
    </>
  )
}

function Consigning(first: Parameters<typeof useConsigning>[0]) {
  const consigning = useConsigning(first)
  const { own, of, sell } = consigning
  const hasNone = of === 'own' && own.pieces.length === 0
  return (
    <>
      <Seg
        label={m.goldback_of()}
        value={of}
        choices={caseKinds.map((kind) => [kind, kindWords[kind]()] as const)}
        onChange={sell}
        className="mt-6"
      />
      <p className="mt-3 max-w-[56ch] text-ink-2">{leads[of]()}</p>
      {hasNone && (
        <div className="mt-8">
          <EmptyState
            text={m.goldback_nothing()}
            action={<ButtonLink to="/product/product">{m.goldback_to_shop()}</ButtonLink>}
          />
        </div>
      )}
      <div
        className={`mt-8 grid gap-8 xl:grid-cols-[minmax(0,1fr)_320px] xl:items-start xl:gap-12 ${hasNone ? 'hidden' : ''}`}
      >
        <div className="grid gap-10">
          {/* What is described stays while the other way is looked at. */}
          <div className={of === 'other' ? undefined : 'hidden'}>
            <DescribePieces consigning={consigning} />
          </div>
          {of === 'titled' && <TitledPiece consigning={consigning} />}
          {of === 'own' && <PieceChoice consigning={consigning} />}
          <HandOver consigning={consigning} />
          <PaidTo consigning={consigning} />
        </div>
        <div className="xl:sticky xl:top-16">
          <EstimatePanel consigning={consigning} />
        </div>
      </div>
    </>
  )
}

const kindWords = { own: m.goldback_of_own, titled: m.goldback_of_titled, other: m.goldback_of_other }
const leads = { own: m.goldback_lead, titled: m.goldback_titled_lead, other: m.goldback_other_lead }
