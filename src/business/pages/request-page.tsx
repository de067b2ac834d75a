/** /user/trade/business/request?id=…: one large trade, with what is next and its timeline. */
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { Moment } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tag, Timeline } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { usePolling } from '../../ui/use-polling.ts'
import type { BusinessRequestView } from '../contract.ts'
import { openStates } from '../request-rules.ts'
import type { Route } from './+types/request-page'
import { deliveryWords, sideWords, stateSentences, stateTones, stateWords } from './business-words.ts'
import { CompanyFacts } from './company.tsx'
import { FirmQuote } from './firm-quote.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

async function read(request_id: string): Promise<BusinessRequestView> {
  const request = await dataOf(
    get<BusinessRequestView>('/trade/business_request', { request_id }, saidByPage),
    saidByPage,
  )
  learnServerTime(momentOf(request.server_time))
  return request
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  read(new URL(request.url).searchParams.get('id') ?? '')

export default function RequestPage({ loaderData }: Route.ComponentProps) {
  const [request, setRequest] = useState(loaderData)
  const { request_id: id, number, state, side, weight, delivery, company, words } = request
  const reload = useCallback(async () => setRequest(await read(id)), [id])
  usePolling(reload, openStates.includes(state))
  return (
    <>
      <PageTitle>{m.business_of({ number })}</PageTitle>
      <Link to="/user/trade/business" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.business_title()}
      </Link>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h1">{m.business_of({ number })}</h1>
        <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>
      </div>
      <p className="mt-3 max-w-[60ch]">{stateSentences[state]()}</p>
      <div className="mt-8 grid gap-10 xl:grid-cols-[minmax(0,1fr)_340px] xl:grid-rows-[auto_1fr] xl:gap-x-14">
        <FirmQuote request={request} onChanged={setRequest} reload={reload} />
        <section aria-labelledby="timeline" className="max-xl:order-1">
          <h2 className="h3 mb-4" id="timeline">
            {m.business_timeline()}
          </h2>
          <Timeline steps={stepsOf(request)} />
        </section>
        <div className="grid content-start gap-6 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <section className="panel grid gap-4 p-5" aria-labelledby="asked">
            <h2 className="h3" id="asked">
              {m.business_asked()}
            </h2>
            <dl className="kv small">
              <dt>{m.business_side()}</dt>
              <dd>{sideWords[side]()}</dd>
              <dt>{m.business_weight()}</dt>
              <dd className="tabular-nums">{formatGrams(weight, language())}</dd>
              <dt>{m.business_delivery()}</dt>
              <dd>{deliveryWords[delivery]()}</dd>
            </dl>
            {words && <p className="small break-words whitespace-pre-line">“{words}”</p>}
            {request.may_withdraw && <Withdraw request={request} onDone={setRequest} />}
          </section>
          <section className="panel grid gap-4 p-5" aria-labelledby="company">
            <h2 className="h3" id="company">
              {m.business_company()}
            </h2>
            <CompanyFacts company={company} />
          </section>
        </div>
      </div>
    </>
  )
}

const byWords = { member: m.business_by_you, desk: m.business_by_desk, shop: m.business_by_shop }

const stepsOf = ({ timeline }: BusinessRequestView) =>
  timeline.map(({ to, by, reason, at }, place) => ({
    key: `${timeline.length - place}`,
    state: place === 0 ? ('now' as const) : ('done' as const),
    title: stateWords[to](),
    text: reason ? `${byWords[by]()}: ${reason}` : byWords[by](),
    at: <Moment at={at} />,
  }))

type WithdrawProps = { request: BusinessRequestView; onDone: (request: BusinessRequestView) => void }

function Withdraw({ request: { request_id }, onDone }: WithdrawProps) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  async function withdraw() {
    setBusy(true)
    try {
      onDone(await dataOf(send<BusinessRequestView>('/trade/business_withdraw', { request_id })))
      toastDone(m.business_withdrawn())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      onDone(await read(request_id)) // Said in a toast; what became of it meanwhile is shown.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="ghost" busy={busy} onClick={() => void withdraw()}>
      {m.business_withdraw()}
    </Button>
  )
}
