/** /admin/business/request?id=…: one large trade as the desk sees it, with what may be done next. */
import type { OfficeRequestView } from '../../../business/office-contract.ts'
import { buyerWords, deliveryWords, sideWords, stateTones, stateWords } from '../../../business/pages/business-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { settings } from '../../../settings.ts'
import { Button } from '../../../ui/button.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { Block, StepsOfStaff } from '../../kit/pages/block.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { MemberLink } from '../../kit/pages/member-link.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { QuoteForm } from './quote-form.tsx'
import { TradeFacts } from './trade-facts.tsx'

export const handle: OfficeHandle = { permission: 'business.see' }

export default function RequestPage() {
  return (
    <OneById<OfficeRequestView>
      path="/business/request"
      field="request_id"
      back={{ to: '/admin/business', name: m.office_business_back() }}
      title={m.office_business_title()}
      none={m.office_business_none()}
      failed={m.office_business_failed()}
    >
      {(request, reload) => <OneRequest key={request.request_id} request={request} reload={reload} />}
    </OneById>
  )
}

type Props = { request: OfficeRequestView; reload: () => Promise<void> }

function OneRequest({ request, reload }: Props) {
  const { moment } = useTimes()
  const stores = useStores()
  const { number, state, company, member, member_id: memberId, timeline, store, made_at: at } = request
  return (
    <>
      <title>{`${number} · Karat`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="office-h1">{number}</h1>
        <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>
      </div>
      <p className="small mt-1 text-ink-2">
        {company.name} · {stores.nameOf(store)} · {moment(at)}
      </p>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-5">
          <Block title={m.office_business_asked()}>
            <Asked request={request} />
          </Block>
          <TradeFacts request={request} />
          <Block title={m.office_business_timeline()}>
            <StepsOfStaff steps={timeline} words={stateWords} />
          </Block>
        </div>
        <div className="grid min-w-0 gap-5 max-xl:-order-1">
          <Next request={request} reload={reload} />
          <Closing request={request} reload={reload} />
          <Block title={m.office_business_company()}>
            <Company company={company} />
            <p className="small text-ink-2">{member}</p>
            <div>
              <MemberLink id={memberId} />
            </div>
          </Block>
        </div>
      </div>
    </>
  )
}

const Asked = ({ request: { side, weight, delivery, words } }: { request: OfficeRequestView }) => (
  <>
    <Facts
      facts={[
        { label: m.office_business_side(), value: sideWords[side]() },
        { label: m.office_business_weight(), value: formatGrams(weight, language()) },
        {
          label: m.business_delivery(),
          value: (delivery === 'vault' ? m.office_business_delivery_vault : deliveryWords.delivery)(),
        },
      ]}
    />
    {words && <blockquote className="border-l-2 border-line pl-3 break-words whitespace-pre-line">{words}</blockquote>}
  </>
)

const Company = ({ company }: { company: OfficeRequestView['company'] }) => (
  <Facts
    facts={[
      { label: m.business_company_name(), value: company.name },
      { label: m.business_registration(), value: company.registration },
      { label: m.business_tax_number(), value: company.tax_number },
      { label: m.business_address(), value: company.address },
      { label: m.business_buyer_kind(), value: buyerWords[company.buyer_kind]() },
      ...(company.letter_until
        ? [
            {
              label: m.business_letter(),
              value: m.business_letter_valid({ number: company.letter_number ?? '–', day: company.letter_until }),
            },
          ]
        : []),
    ]}
  />
)

/** Nothing where nothing can be done, or not by this reader. */
function Next({ request, reload }: Props) {
  const { request_id, number, may_refuse: mayRefuse, may_quote: mayQuote } = request
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const refuses = mayRefuse && may('business.refuse')
  const quotes = mayQuote && may('business.quote')
  if (!refuses && !quotes) return null
  return (
    <Block title={m.office_business_next()}>
      {quotes && <QuoteForm request={request} reload={reload} />}
      {refuses ? (
        <div>
          <Button
            kind="ghost"
            onClick={() =>
              ask({
                title: m.office_business_refuse_title({ number }),
                text: m.office_business_refuse_text(),
                confirm: m.office_business_refuse(),
                tone: 'danger',
                run: (reason) => officePost('/business/refuse', { request_id, reason }, { quiet: true }),
                done: m.office_business_refused({ number }),
              })
            }
          >
            {m.office_business_refuse()}
          </Button>
        </div>
      ) : (
        <p className="small text-ink-2">{m.office_business_price_open()}</p>
      )}
      {dialog}
    </Block>
  )
}

/** What the desk may do about a trade that waits for its money. */
function Closing({ request, reload }: Props) {
  const { request_id, number, may_close_out: mayClose, may_give_back: mayGiveBack } = request
  const { moment } = useTimes()
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  if (!mayGiveBack || !may('business.close_out')) return null
  const post = (path: string) => (reason: string) => officePost(path, { request_id, reason }, { quiet: true })
  return (
    <Block title={m.office_business_next()}>
      <p className="small">
        {mayClose
          ? m.office_business_is_late({ days: settings.business.closeOutDays })
          : m.office_business_waits_until({ at: moment(request.agreed?.pay_by ?? '') })}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayClose && (
          <Button
            onClick={() =>
              ask({
                title: m.office_business_close_out_title({ number }),
                text: m.office_business_close_out_text(),
                confirm: m.office_business_close_out(),
                tone: 'danger',
                run: post('/business/close_out'),
                done: m.office_business_closed_out({ number }),
              })
            }
          >
            {m.office_business_close_out()}
          </Button>
        )}
        <Button
          kind="ghost"
          onClick={() =>
            ask({
              title: m.office_business_give_back_title({ number }),
              text: m.office_business_give_back_text(),
              confirm: m.office_business_give_back(),
              run: post('/business/give_back'),
              done: m.office_business_given_back({ number }),
            })
          }
        >
          {m.office_business_give_back()}
        </Button>
      </div>
      {dialog}
    </Block>
  )
}
