/** `/home/proof`: all that the house owes in gold, against every bar it has, for everybody to check. */
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Moment } from '../../ui/figures.tsx'
import { formatBps, formatCount, formatDecimal } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { EmptyState, Tag } from '../../ui/states.tsx'
import type { ProofDay, ProofView } from '../contract.ts'
import { type BarWish, describeProof } from '../proof-page-queries.ts'
import type { Route } from './+types/proof-page'
import { CheckMine } from './check-mine.tsx'
import { ProofBars } from './proof-bars.tsx'
import { ProofCash } from './proof-cash.tsx'
import { dayText, ProofDays } from './proof-days.tsx'
import { HowTo, NotProven } from './proof-words.tsx'

const ROWS = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store } = context.get(pageContext)
  const given = new URL(request.url).searchParams
  const parts = ['all', 'vault', 'shop', 'uncounted'] as const
  const wish: BarWish = {
    q: (given.get('q') ?? '').slice(0, 80),
    part: parts.find((part) => part === given.get('part')) ?? 'all',
    rows: Math.min(Math.max(Number(given.get('rows')) || ROWS, ROWS), 5000),
  }
  const address = `${karat.config.PUBLIC_URL}/proof/${store.code}`
  return { proof: await describeProof(karat, store, wish), wish, address }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.proof_title(), description: m.proof_lead() })

export default function ProofPage({ loaderData: { proof, wish, address } }: Route.ComponentProps) {
  if (!proof)
    return (
      <>
        <PageHead title={m.proof_title()} lead={m.proof_lead()} />
        <EmptyState text={m.proof_none_yet()} />
      </>
    )
  return (
    <>
      {proof.late && <Late date={proof.day.date} />}
      <div className="grid gap-10 pt-10 md:pt-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-18">
        <Numbers proof={proof} />
        <CheckMine store={proof.store} />
      </div>
      <Facts day={proof.day} witnesses={proof.witnesses} />
      {proof.cash.length > 0 && <ProofCash cash={proof.cash} />}
      <HowTo address={address} />
      <ProofDays days={proof.days} gaps={proof.gaps} />
      <ProofBars bars={proof.bars} wish={wish} file={`/proof/${proof.store}/${proof.day.date}/bars.csv`} />
      <NotProven />
    </>
  )
}

const Late = ({ date }: { date: string }) => (
  <div className="mt-6 flex gap-3 rounded-control bg-down-soft p-4" role="status" data-late>
    <Icon name="warning-circle" className="shrink-0 text-down" />
    <div>
      <p className="font-semibold text-down">{m.proof_late_title()}</p>
      <p className="small mt-1 max-w-[70ch] text-pretty">{m.proof_late_text({ date: dayText(date) })}</p>
    </div>
  </div>
)

function Numbers({ proof: { day, bars } }: { proof: NonNullable<ProofView> }) {
  const { uncounted, all } = bars.counts
  return (
    <div className="min-w-0">
      <h1 className="h1">{m.proof_title()}</h1>
      <p className="mt-4 max-w-[52ch] text-[17px] leading-[26px] text-pretty text-ink-2">{m.proof_lead()}</p>
      <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="fig-xl">{day.ratioBps === null ? '–' : formatBps(day.ratioBps, language())}</span>
        {day.breach ? (
          <Tag tone="down" icon="warning-circle">
            {m.proof_short()}
          </Tag>
        ) : (
          <Tag tone="up" icon="seal-check">
            {m.proof_whole()}
          </Tag>
        )}
      </p>
      <dl className="mt-8">
        <Line
          name={m.proof_there()}
          note={m.proof_pieces({ count: formatCount(all - uncounted, language()) })}
          units={day.there}
        />
        <Line name={m.proof_owed()} note={m.proof_to_all()} units={`-${day.owed}`} />
        <Line
          name={day.spare.startsWith('-') ? m.proof_lacking() : m.proof_spare()}
          units={day.spare}
          className="border-t-2 border-ink font-semibold"
        />
      </dl>
    </div>
  )
}

type LineProps = { name: string; note?: string; units: string; className?: string }
const Line = ({ name, note, units, className = 'border-t border-line' }: LineProps) => (
  <div className={`flex items-baseline justify-between gap-4 py-4 ${className}`}>
    <dt>
      {name}
      {note && <span className="small block font-normal text-ink-2">{note}</span>}
    </dt>
    <dd className="text-[21px] font-medium whitespace-nowrap md:text-[28px]">
      {formatDecimal(units, language(), { places: 4 })}
      <span className="ml-[0.25em] text-[0.6em] text-ink-2">g</span>
    </dd>
  </div>
)

function Facts({ day, witnesses }: { day: ProofDay; witnesses: string[] }) {
  const facts: [IconName, string, React.ReactNode, string][] = [
    [
      'clock',
      m.proof_moment(),
      <Moment key="at" at={day.instant} />,
      day.asked ? m.proof_moment_asked() : m.proof_moment_own(),
    ],
    [
      'eye',
      m.proof_witnesses(),
      witnesses.length > 0 ? (
        <span key="names" className="break-words">
          {witnesses.join(', ')}
        </span>
      ) : (
        m.proof_witness_none()
      ),
      m.proof_witness_text(),
    ],
    [
      'link-simple',
      m.proof_number({ number: formatCount(day.number, language()) }),
      day.number > 1 ? m.proof_continues({ number: formatCount(day.number - 1, language()) }) : m.proof_first(),
      m.proof_chain_text(),
    ],
  ]
  return (
    <ul className="mt-12 grid border-y border-line md:mt-18 md:grid-cols-3">
      {facts.map(([icon, name, value, text], i) => (
        <li
          key={name}
          className={`flex gap-4 py-5 md:py-6 ${i > 0 ? 'border-line max-md:border-t md:border-l md:pl-6' : ''}`}
        >
          <Icon name={icon} className="mt-0.5 shrink-0 text-ink-2" />
          <div className="md:pr-4">
            <p className="small text-ink-2">{name}</p>
            <p className="font-semibold">{value}</p>
            <p className="small mt-1 text-pretty text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
