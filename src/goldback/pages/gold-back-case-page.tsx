/** /user/goldBackHistroy/case: one case with what was found, its timeline, and what its member can do about it. */
import { useCallback, useState } from 'react'
import { Link, redirect } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tag } from '../../ui/states.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import type { GoldBackCaseView } from '../contract.ts'
import type { Route } from './+types/gold-back-case-page'
import { CasePanel } from './case-panel.tsx'
import { CasePapers } from './case-papers.tsx'
import { CaseTimeline, DescribedPieces, Findings } from './case-parts.tsx'
import { AddPictures, CasePictures } from './case-pictures.tsx'
import { stateTones, stateWords, titleOf } from './case-words.ts'
import { goldbackPlaces } from './goldback-places.ts'
import { MeltingPanel } from './melting-panel.tsx'
import { pieceName } from './melting-words.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const read = (id: string) =>
  dataOf(get<GoldBackCaseView>('/trade/goldBack_case', { case_id: id }, saidByPage), saidByPage)

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const id = new URL(request.url).searchParams.get('case_id')
  return id ? read(id) : redirect(goldbackPlaces.history)
}

const over: GoldBackCaseView['state'][] = ['paid', 'returned', 'cancelled', 'lapsed']

export default function GoldBackCasePage({ loaderData }: Route.ComponentProps) {
  const [seen, setSeen] = useState(loaderData)
  const one = seen.case_id === loaderData.case_id ? seen : loaderData
  const look = useCallback(async () => setSeen(await read(loaderData.case_id)), [loaderData.case_id])
  usePolling(look, !over.includes(one.state))
  const { number, state, pieces_in_it: pieces } = one
  return (
    <>
      <PageTitle>{titleOf(one)}</PageTitle>
      <Link to={goldbackPlaces.history} className="link small inline-flex min-h-11 items-center">
        {m.goldback_all()}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="h1">{titleOf(one)}</h1>
        <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>
      </div>
      <p className="mt-2 text-ink-2">
        {m.goldback_case_number({ number })} ·{' '}
        {pieces.map((piece, at) => `${pieceName(one, at)} · ${piece.serial}`).join(', ')}
      </p>
      <div className="mt-8 grid gap-8 xl:grid-cols-[minmax(0,1fr)_320px] xl:items-start xl:gap-12">
        <div className="order-2 grid gap-10 xl:order-1">
          <DescribedPieces one={one} />
          <CasePictures one={one} />
          <Findings one={one} />
          <AddPictures one={one} onChanged={setSeen} />
          <CasePapers one={one} />
          <CaseTimeline one={one} />
        </div>
        <div className="order-1 grid gap-8 xl:sticky xl:top-16 xl:order-2">
          <MeltingPanel one={one} onChanged={setSeen} onOld={look} />
          <CasePanel one={one} onChanged={setSeen} onOld={look} />
        </div>
      </div>
    </>
  )
}
