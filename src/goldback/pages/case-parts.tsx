/** What was consigned against what was found, and everything that happened to a case. */
import * as m from '../../locale/paraglide/messages.js'
import { accountName } from '../../payouts/account-name-rules.ts'
import { Moment, money } from '../../ui/figures.tsx'
import { formatFineness, formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { Timeline, type TimelineStep } from '../../ui/states.tsx'
import type { CaseState } from '../case-rules.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { stepWords } from './case-words.ts'
import { meltingSteps, pieceName } from './melting-words.ts'

const grams = (weight: string) => formatGrams(weight, language())
const fineness = (parts: number) => formatFineness(parts, language())

export function Findings({ one }: { one: GoldBackCaseView }) {
  const { pieces_in_it: pieces, currency, quoted, price, estimate, offer, timeline } = one
  const told = timeline.find(({ told: words }) => words !== null)?.told
  const inMoney = (amount: string) => money({ amount, currency })
  const rows = [
    ...pieces.flatMap((piece) => {
      const of = pieces.length > 1 ? `${piece.serial}, ` : ''
      return [
        [of + m.goldback_weight(), grams(piece.gross), piece.weighed === null ? '–' : grams(piece.weighed)],
        [of + m.goldback_fineness(), fineness(piece.fineness), piece.assayed === null ? '–' : fineness(piece.assayed)],
      ]
    }),
    [m.goldback_price(), inMoney(quoted), price === null ? '–' : inMoney(price)],
    [m.goldback_value(), inMoney(estimate), offer === null ? '–' : inMoney(offer)],
  ] as const
  return (
    <section aria-labelledby="found">
      <h2 className="h3" id="found">
        {m.goldback_found()}
      </h2>
      {told && <p className="mt-2 text-ink-2">{told}</p>}
      <table className="small mt-4 w-full">
        <thead>
          <tr className="border-b border-line text-right text-ink-2">
            <th />
            <th className="py-2 font-medium">{m.goldback_estimate_short()}</th>
            <th className="py-2 font-medium">{m.goldback_result()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, before, after]) => (
            <tr key={name} className="border-b border-line text-right">
              <th scope="row" className="py-3 text-left font-normal">
                {name}
              </th>
              <td className="py-3 text-ink-2">{before}</td>
              <td className="py-3 font-semibold">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What its member said of gold that was not bought here, with the number that the house gave it. */
export function DescribedPieces({ one }: { one: GoldBackCaseView }) {
  const { kind, state, pieces_in_it: pieces } = one
  if (kind !== 'other') return null
  return (
    <section aria-labelledby="described">
      <h2 className="h3" id="described">
        {m.goldback_described()}
      </h2>
      <ul className="mt-2 border-t border-line">
        {pieces.map(({ serial, about, marked, gross, fineness: parts }, at) => (
          <li key={serial} className="border-b border-line py-3">
            <p className="font-semibold">{pieceName(one, at)}</p>
            <p className="small text-ink-2">
              {[grams(gross), fineness(parts), marked, about].filter(Boolean).join(' · ')}
            </p>
            {state === 'booked' && <p className="small mt-1">{m.goldback_described_note({ serial })}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const nextOf: Partial<Record<CaseState, (one: GoldBackCaseView) => Pick<TimelineStep, 'title' | 'at'> | '' | null>> = {
  booked: ({ collection, come_until: until }) => ({
    title: collection ? m.goldback_next_collected() : m.goldback_next_bring(),
    at: <Moment at={until} />,
  }),
  collected: () => ({ title: m.goldback_next_receive() }),
  counter_offer: ({ answer_until: until }) => until && { title: m.goldback_next_answer(), at: <Moment at={until} /> },
  accepted: (one) => ({ title: m.goldback_next_pay({ account: payeeWords(one) }) }),
  rejected: ({ collection }) => ({ title: collection ? m.goldback_next_send_back() : m.goldback_next_collect() }),
}

/** What is expected stands on top, dashed; then the newest step. */
export function CaseTimeline({ one }: { one: GoldBackCaseView }) {
  const { timeline, state } = one
  const step = nextOf[state]?.(one)
  const next: TimelineStep[] = step ? [{ key: 'next', state: 'expected', ...step }] : []
  const who = { member: m.goldback_by_you, house: m.goldback_by_house, system: m.goldback_by_system }
  const done = [
    ...timeline.map((move) => ({
      ...{ key: `${move.state}${move.at}`, by: move.by, at: move.at, title: stepWords[move.state]() },
      text: [move.parcel, move.bag && m.goldback_bag({ bag: move.bag }), move.told].filter(Boolean).join('. '),
    })),
    ...meltingSteps(one.meltings),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1))
  return (
    <section aria-labelledby="timeline">
      <h2 className="h3 mb-4" id="timeline">
        {m.goldback_timeline()}
      </h2>
      <Timeline
        steps={[
          ...next,
          ...done.map((step, at) => ({
            ...{ key: step.key, title: step.title, text: step.text || undefined },
            state: at === 0 && next.length > 0 ? ('now' as const) : ('done' as const),
            at: (
              <>
                {step.by && `${who[step.by]()} · `}
                <Moment at={step.at} />
              </>
            ),
          })),
        ]}
      />
    </section>
  )
}

/** Where what is paid goes. */
export const payeeWords = ({ account, paid_in }: Pick<GoldBackCaseView, 'account' | 'paid_in'>): string =>
  account ? accountName(account) : paid_in === 'grams' ? m.goldback_gold_account() : m.vault_cash()

/** A row of the figures: until when the price binds. */
export const FixedUntil = ({ at }: { at: string }) => (
  <>
    <dt>{m.goldback_fixed_until()}</dt>
    <dd>
      <Moment at={at} />
    </dd>
  </>
)
