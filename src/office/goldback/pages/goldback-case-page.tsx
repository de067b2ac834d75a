/** /admin/goldback/case?id=…: one case with its pieces, what was measured, its timeline, and what may be done next. */
import { casePapers } from '../../../goldback/case-rules.ts'
import type { OfficeCaseView } from '../../../goldback/office-contract.ts'
import { methodWords, paperWords, stepWords } from '../../../goldback/pages/case-words.ts'
import { hasConsent, meltingSteps, pieceName } from '../../../goldback/pages/melting-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { documents } from '../../../orders/core/order-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/figures.tsx'
import { formatFineness, formatGrams } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { Tag, Timeline } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { CaseActions } from './case-actions.tsx'
import { CasePictures } from './case-pictures.tsx'
import { CaseState, documentWords } from './goldback-words.tsx'

export const handle: OfficeHandle = { permission: 'goldback.see' }

export default function GoldbackCasePage() {
  return (
    <OneById<OfficeCaseView>
      path="/goldback/case"
      field="case_id"
      back={{ to: '/admin/goldback', name: m.office_goldback_all() }}
      title={m.office_goldback_title()}
      none={m.office_goldback_empty()}
      failed={m.office_goldback_failed()}
    >
      {(one, reload) => <OneCase key={one.case_id} one={one} reload={reload} />}
    </OneById>
  )
}

type Props = { one: OfficeCaseView; reload: () => Promise<void> }

function OneCase({ one, reload }: Props) {
  const { moment } = useTimes()
  return (
    <>
      <title>{`${one.number} · Karat`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="office-h1">{one.number}</h1>
        <CaseState state={one.state} />
      </div>
      <p className="small mt-1 text-ink-2">
        {one.member} · {moment(one.booked_at)}
        {one.kind !== 'own' && ` · ${kindWords[one.kind]()}`}
      </p>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-5">
          <Pieces one={one} />
          <CasePictures one={one} reload={reload} />
          <section className="office-panel">
            <h2 className="h3 mb-3">{m.office_goldback_timeline()}</h2>
            <Timeline steps={stepsOf(one, moment)} />
          </section>
        </div>
        <div className="grid min-w-0 gap-5 max-xl:-order-1">
          <CaseActions one={one} reload={reload} />
          <section className="office-panel">
            <Facts facts={factsOf(one, moment)} />
            <Papers one={one} />
          </section>
        </div>
      </div>
    </>
  )
}

const Papers = ({ one: { case_id, state, meltings } }: { one: OfficeCaseView }) => (
  <div className="mt-4 flex flex-wrap gap-3">
    {casePapers
      .filter((paper) => ({ consignment: true, melting: hasConsent(meltings), settlement: state === 'paid' })[paper])
      .map((paper) => (
        <Button
          key={paper}
          kind="ghost"
          size="s"
          onClick={() => officeDownload('/goldback/paper', { case_id, paper }).catch(() => null)}
        >
          <Icon name="download-simple" size="s" />
          {paperWords[paper]()}
        </Button>
      ))}
  </div>
)

function factsOf(one: OfficeCaseView, moment: (text: string) => string) {
  const { currency, estimate, quoted, fixed_until, price, offer, point, collection, account } = one
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return [
    ...(one.title ? [{ label: m.office_goldback_title_state(), value: titleWords[one.title]() }] : []),
    { label: m.office_goldback_weight(), value: formatGrams(one.weight, language()) },
    { label: m.office_goldback_estimate(), value: money(estimate) },
    { label: m.office_goldback_quoted(), value: money(quoted) },
    {
      label: m.office_goldback_fixed_until(),
      value: fixed_until ? moment(fixed_until) : m.office_goldback_not_fixed(),
    },
    { label: m.office_goldback_price(), value: price ? money(price) : m.office_goldback_not_certain() },
    ...(offer ? [{ label: m.office_goldback_offer(), value: money(offer) }] : []),
    ...(collection ? collectionFacts(collection, moment) : [{ label: m.office_goldback_point(), value: point }]),
    {
      label: m.office_goldback_account(),
      value: one.paid_in === 'grams' ? m.office_goldback_gold() : (account ?? m.office_goldback_cash()),
    },
  ]
}

const collectionFacts = (
  { recipient, address, carrier, tracking, scanned_at }: NonNullable<OfficeCaseView['collection']>,
  moment: (text: string) => string,
) => [
  { label: m.office_goldback_collect_at(), value: [recipient, address].filter(Boolean).join(', ') || '–' },
  ...(carrier && tracking ? [{ label: m.office_goldback_parcel(), value: `${carrier} ${tracking}` }] : []),
  ...(scanned_at ? [{ label: m.office_goldback_scanned_at(), value: moment(scanned_at) }] : []),
]

const Pieces = ({ one, one: { kind, pieces_in_it: pieces, found, currency } }: { one: OfficeCaseView }) => (
  <section className="office-panel">
    <h2 className="h3 mb-3">{m.office_goldback_pieces()}</h2>
    <ul>
      {pieces.map((piece, at) => (
        <li key={piece.serial} className="border-t border-line py-3">
          <p className="flex flex-wrap items-center gap-x-3 font-semibold">
            {pieceName(one, at)} · {piece.serial}
            {piece.stolen && <Tag tone="down">{m.office_goldback_stolen()}</Tag>}
          </p>
          <p className="small text-ink-2">
            {(kind === 'other' ? m.office_goldback_said_as : m.office_goldback_sold_as)({
              gross: grams(piece.gross),
              fineness: parts(piece.fineness),
            })}
            {[piece.marked && m.office_goldback_marked({ marked: piece.marked }), piece.about]
              .filter(Boolean)
              .map((text) => ` · ${text}`)}
          </p>
          {piece.weighed !== null && piece.assayed !== null && piece.method !== null && (
            <p className="small">
              {m.office_goldback_measured({
                weighed: grams(piece.weighed),
                assayed: parts(piece.assayed),
                method: methodWords[piece.method](),
              })}
            </p>
          )}
        </li>
      ))}
    </ul>
    {found && (
      <p className="mt-3 flex flex-wrap items-center gap-x-3">
        {m.office_goldback_found()}: {grams(found.weight)}
        {found.amount && <Money amount={found.amount} currency={currency} className="font-semibold" />}
        <Tag tone={found.differs ? 'warn' : 'up'}>{foundWords(kind, found.differs)}</Tag>
      </p>
    )}
  </section>
)

const kindWords = { titled: m.office_goldback_kind_titled, other: m.office_goldback_kind_other }
const titleWords = {
  asked: m.office_goldback_title_asked,
  proven: m.office_goldback_title_proven,
  refused: m.office_goldback_title_refused,
}

const foundWords = (kind: OfficeCaseView['kind'], differs: boolean): string => {
  if (kind === 'other') return differs ? m.office_goldback_less() : m.office_goldback_enough()
  return differs ? m.office_goldback_differs() : m.office_goldback_matches()
}

const grams = (weight: string) => formatGrams(weight, language())
const parts = (fineness: number) => formatFineness(fineness, language())

function stepsOf({ timeline, meltings }: OfficeCaseView, moment: (text: string) => string) {
  const who: Record<string, string> = { member: m.office_goldback_by_member(), system: m.office_goldback_by_system() }
  const moves = timeline.map(({ state, by, reason, bag, document, parcel, at }) => {
    const shown = documents.find((one) => one === document)
    const text = [
      ...[reason, parcel, bag && `${m.office_goldback_bag()} ${bag}`],
      shown && m.office_goldback_shown({ document: documentWords[shown]() }),
    ]
    return {
      ...{ key: `${state}${at}`, title: stepWords[state](), by: who[by] ?? by, at },
      text: text.filter(Boolean).join(' · '),
    }
  })
  const melting = meltingSteps(meltings).map((step) => ({ ...step, by: step.by && (who[step.by] ?? '') }))
  return [...moves, ...melting]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .map(({ key, title, by, at, text }) => ({
      ...{ key, title, text, state: 'done' as const },
      at: [moment(at), by].filter(Boolean).join(' · '),
    }))
}
