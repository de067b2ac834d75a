/** `/home/custody`: whose the gold is, where it lies, and what the house really keeps to. */
import { Link } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Moment } from '../../ui/figures.tsx'
import { formatBps, formatCount, formatDay, formatDecimal } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useShell } from '../../ui/shell-data.ts'
import { Tag } from '../../ui/states.tsx'
import { type CustodyView, describeCustody } from '../custody-queries.ts'
import type { Route } from './+types/custody-page'
import { KeptTimes } from './kept-times.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store } = context.get(pageContext)
  return describeCustody(karat.db, store.code)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.home_custody_title(), description: m.home_custody_lead() })

export default function CustodyPage({ loaderData: custody }: Route.ComponentProps) {
  return (
    <>
      <div className="grid gap-10 pt-10 md:pt-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-18">
        <div className="min-w-0">
          <h1 className="h1">{m.home_custody_title()}</h1>
          <p className="mt-4 max-w-[52ch] text-[17px] leading-[26px] text-pretty text-ink-2">{m.home_custody_lead()}</p>
          <Now custody={custody} />
        </div>
        <Places custody={custody} />
      </div>
      <Ownership />
      <KeptTimes custody={custody} />
      <Guards />
    </>
  )
}

const grams = (weight: string) => (
  <>
    {formatDecimal(weight, language(), { places: 4 })}
    <span className="ml-[0.25em] text-[0.8em] text-ink-2">g</span>
  </>
)

function Now({ custody: { owed, owned, ratioBps, isFrozen, proof } }: { custody: CustodyView }) {
  return (
    <>
      <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="fig-xl">{ratioBps === null ? '–' : formatBps(ratioBps, language())}</span>
        {isFrozen ? (
          <Tag tone="down" icon="warning-circle">
            {m.home_custody_frozen()}
          </Tag>
        ) : (
          <Tag tone="up" icon="seal-check">
            {m.home_custody_whole()}
          </Tag>
        )}
      </p>
      <p className="mt-2 max-w-[52ch] text-pretty text-ink-2">{m.home_custody_ratio_text()}</p>
      <dl className="mt-6">
        <Line name={m.home_custody_owed()}>{grams(owed)}</Line>
        <Line name={m.home_custody_owned()}>{grams(owned)}</Line>
      </dl>
      <p className="small mt-4 text-ink-2">
        {proof && (
          <>
            {m.home_custody_proven({ number: formatCount(proof.number, language()) })} <Moment at={proof.at} />.{' '}
          </>
        )}
        <Link to="/home/proof" className="link">
          {m.home_custody_proof()}
        </Link>
      </p>
    </>
  )
}

const Line = ({ name, note, children }: { name: string; note?: string; children: React.ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-t border-line py-4">
    <dt className="min-w-0">
      {name}
      {note && <span className="small block text-ink-2">{note}</span>}
    </dt>
    <dd className="text-[19px] font-medium whitespace-nowrap md:text-[21px]">{children}</dd>
  </div>
)

function Places({ custody: { places, inTransit, stock, pledged } }: { custody: CustodyView }) {
  const { store } = useShell()
  const day = (at: string) => formatDay(Date.parse(at), store.time_zone, language())
  const count = (n: number) => m.home_custody_bars({ count: formatCount(n, language()) })
  return (
    <section className="min-w-0 self-start rounded-panel bg-tile p-6 md:p-8" aria-labelledby="custody-places">
      <h2 className="h3" id="custody-places">
        {m.home_custody_places()}
      </h2>
      <dl className="mt-4">
        {places.map(({ place, keeper, bars, fine, countedAt }) => (
          <Line
            key={place}
            name={m.home_custody_vault({ place })}
            note={[keeper, count(bars), countedAt && m.home_custody_counted({ date: day(countedAt) })]
              .filter(Boolean)
              .join(' · ')}
          >
            {grams(fine)}
          </Line>
        ))}
        {Number(inTransit) > 0 && (
          <Line name={m.home_custody_in_transit()} note={m.home_custody_in_transit_text()}>
            {grams(inTransit)}
          </Line>
        )}
        <Line name={m.home_custody_shop()} note={m.home_custody_shop_text()}>
          {grams(stock)}
        </Line>
        <Line name={m.home_custody_pledged()} note={m.home_custody_pledged_text()}>
          {grams(pledged)}
        </Line>
      </dl>
      <p className="small border-t border-line pt-4">
        <Link to="/home/proof#proof-bars" className="link">
          {m.home_custody_each_bar()} <Icon name="arrow-right" size="s" />
        </Link>
      </p>
    </section>
  )
}

function Ownership() {
  const rows: [IconName, string, string, string][] = [
    ['scales', m.home_custody_grams(), m.home_custody_yours(), m.home_custody_grams_text()],
    ['package', m.home_custody_piece(), m.home_custody_yours_handed(), m.home_custody_piece_text()],
    ['wallet', m.home_custody_cash(), m.home_custody_claim(), m.home_custody_cash_text()],
    ['clock', m.home_custody_quote(), m.home_custody_nothing_yet(), m.home_custody_quote_text()],
  ]
  return (
    <section className="mt-18 md:mt-24" aria-labelledby="custody-whose">
      <h2 className="h2" id="custody-whose">
        {m.home_custody_whose()}
      </h2>
      <ul className="mt-7 grid gap-x-14 md:grid-cols-2">
        {rows.map(([icon, name, whose, text]) => (
          <li key={name} className="flex gap-4 border-t border-line py-6">
            <Icon name={icon} className="mt-0.5 shrink-0 text-ink-2" />
            <div>
              <p className="small text-ink-2">{name}</p>
              <h3 className="font-semibold">{whose}</h3>
              <p className="mt-1 max-w-[52ch] text-pretty text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="small border-t border-line pt-4">
        <Link to="/agreement" className="link">
          {m.home_custody_agreement()}
        </Link>
      </p>
    </section>
  )
}

function Guards() {
  const guards: [IconName, string, string][] = [
    ['snowflake', m.home_custody_closes(), m.home_custody_closes_text()],
    ['users-three', m.home_custody_two(), m.home_custody_two_text()],
    ['link-simple', m.home_custody_chain(), m.home_custody_chain_text()],
    ['eye-slash', m.home_custody_trust(), m.home_custody_trust_text()],
  ]
  return (
    <section className="mt-18 rounded-panel bg-tile p-6 md:mt-24 md:p-12" aria-labelledby="custody-guards">
      <h2 className="h2" id="custody-guards">
        {m.home_custody_guards()}
      </h2>
      <ul className="mt-7 grid gap-x-14 gap-y-7 md:grid-cols-2">
        {guards.map(([icon, title, text]) => (
          <li key={title} className="flex gap-4">
            <Icon name={icon} className="mt-0.5 shrink-0 text-ink-2" />
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="small mt-1 text-pretty text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
