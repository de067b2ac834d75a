/** /user/trade/record: what is a member's, what they are owed, and everything that moved either, with statements of it. */
import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { dataOf, get } from '../../../ui/api-client.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ToBuy } from '../../pages/to-buy.tsx'
import type { RecordSumsView, RecordView, StandingView } from '../record-contract.ts'
import type { Route } from './+types/record-page'
import { ClosedMonths } from './closed-months.tsx'
import { type Chosen, chosenIn } from './record-choice.ts'
import { Choice, PeriodHead } from './record-head.tsx'
import { Movements } from './record-movements.tsx'
import { Own } from './record-own.tsx'
import { Sums } from './record-sums.tsx'

export { PageTrouble as ErrorBoundary } from '../../../ui/page-trouble.tsx'

/** Without a choice the running month is shown, and one that moved nothing all the same. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const standing = await dataOf(get<StandingView>('/trade/record_standing'))
  const chosen = chosenIn(new URL(request.url).searchParams, standing.months[0])
  const [record, sums] = await Promise.all([
    dataOf(get<RecordView>('/trade/record', chosen.query)),
    dataOf(get<RecordSumsView>('/trade/record_sums', chosen.query)),
  ])
  return { standing, chosen, record, sums }
}

type Read = { standing: StandingView; chosen: Chosen; record: RecordView; sums: RecordSumsView }

export default function RecordPage({ loaderData }: Route.ComponentProps) {
  const { standing, chosen, record, sums }: Read = loaderData
  const [, setSearch] = useSearchParams()
  const choose = (change: Record<string, string | undefined>) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) value ? after.set(name, value) : after.delete(name)
        return after
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <PageTitle>{m.vault_record_title()}</PageTitle>
      <h1 className="h1">{m.vault_record_title()}</h1>
      <Own standing={standing} />
      {standing.months.length === 0 ? (
        <div className="mt-10">
          <EmptyState text={m.vault_record_begin()} action={<ToBuy />} />
        </div>
      ) : (
        <>
          <PeriodHead standing={standing} chosen={chosen} onChoose={choose} />
          <Choice chosen={chosen} onChoose={choose} />
          <Sums sums={sums} chosen={chosen} />
          <Movements key={JSON.stringify(chosen.query)} first={record} sums={sums} chosen={chosen} />
          <ClosedMonths standing={standing} />
        </>
      )}
    </>
  )
}
