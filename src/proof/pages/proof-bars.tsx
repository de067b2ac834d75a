/** The bars one by one, found by number or maker. */
import { Form, Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatCount, formatFineness, formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { Tag } from '../../ui/states.tsx'
import type { ProofBars as Bars, ProofBar } from '../contract.ts'

type Wish = { q: string; part: string; rows: number }
const states: Record<string, () => string> = {
  available: m.proof_state_available,
  reserved: m.proof_state_reserved,
  pledged: m.proof_state_pledged,
  inspection: m.proof_state_inspection,
}
const kinds: Record<string, () => string> = { bar: m.proof_kind_bar, coin: m.proof_kind_coin }
const said = (words: Record<string, () => string>, name: string) => words[name]?.() ?? name
const placeOf = (place: string) => (place === 'shop' ? m.proof_place_shop() : place)
/** A hidden number is a long one: its ends tell it from others. */
const shortOf = (serial: string) => (serial.startsWith('#') ? `${serial.slice(0, 7)}…${serial.slice(-4)}` : serial)
const isCounted = (state: string) => state === 'available' || state === 'reserved'

/** How many rows stand there at first. */
const FIRST = 10

const addressOf = (wish: Wish, change: Partial<Wish>) => {
  const { q, part, rows } = { ...wish, ...change }
  const search = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(part === 'all' ? {} : { part }),
    ...(rows > FIRST ? { rows: String(rows) } : {}),
  })
  return `?${search}`
}

export function ProofBars({ bars, wish, file }: { bars: Bars; wish: Wish; file: string }) {
  const { counts, sums, found, rows } = bars
  const parts: [string, string, number][] = [
    ['all', m.proof_part_all(), counts.all],
    ['vault', m.proof_part_vault(), counts.vault],
    ['shop', m.proof_part_shop(), counts.shop],
    ['uncounted', m.proof_part_uncounted(), counts.uncounted],
  ]
  return (
    <section className="mt-18 md:mt-24" aria-labelledby="proof-bars">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 className="h2" id="proof-bars">
          {m.proof_bars_title()}
        </h2>
        <a href={file} className="link inline-flex items-center gap-2" download>
          bars.csv
          <Icon name="download-simple" className="size-4" />
        </a>
      </div>
      <p className="mt-3 max-w-[60ch] text-pretty text-ink-2">{m.proof_bars_lead()}</p>
      <dl className="mt-7 grid grid-cols-2 gap-6 border-y border-line py-5 md:grid-cols-4">
        <Sum name={m.proof_part_vault()} weight={sums.vault} />
        <Sum name={m.proof_part_shop()} weight={sums.shop} />
      </dl>
      <Form
        className="mt-6 grid max-w-[480px] grid-cols-[minmax(0,1fr)_auto] items-end gap-3"
        role="search"
        preventScrollReset
      >
        <TextField
          label={m.proof_bars_search()}
          name="q"
          defaultValue={wish.q}
          key={wish.q}
          maxLength={80}
          autoComplete="off"
        />
        {wish.part !== 'all' && <input type="hidden" name="part" value={wish.part} />}
        <Button type="submit" kind="ghost">
          {m.proof_bars_find()}
        </Button>
      </Form>
      <nav className="mt-4 flex flex-wrap gap-2" aria-label={m.proof_bars_title()}>
        {parts.map(([part, name, count]) => (
          <Link
            key={part}
            to={addressOf(wish, { part, rows: FIRST })}
            className="chip"
            aria-current={part === wish.part ? 'true' : undefined}
            preventScrollReset
          >
            {name} <span className="text-[0.9em] opacity-70">{formatCount(count, language())}</span>
          </Link>
        ))}
      </nav>
      {found === 0 && wish.q !== '' ? (
        <p className="mt-6 max-w-[60ch] text-pretty" role="status">
          {m.proof_bars_none({ q: wish.q })}{' '}
          <Link to={addressOf(wish, { q: '', part: 'all', rows: FIRST })} className="link" preventScrollReset>
            {m.proof_bars_all()}
          </Link>
        </p>
      ) : (
        <Found rows={rows} found={found} wish={wish} />
      )}
    </section>
  )
}

const Found = ({ rows, found, wish }: { rows: ProofBar[]; found: number; wish: Wish }) => (
  <>
    <Wide rows={rows} />
    <Narrow rows={rows} />
    <p className="small mt-4 flex flex-wrap justify-between gap-4 text-ink-2">
      {m.proof_bars_shown({ shown: formatCount(rows.length, language()), found: formatCount(found, language()) })}
      {rows.length < found && (
        <Link to={addressOf(wish, { rows: rows.length + 50 })} className="link" preventScrollReset>
          {m.proof_bars_more()}
        </Link>
      )}
    </p>
  </>
)

const Sum = ({ name, weight }: { name: string; weight: string }) => (
  <div>
    <dt className="small text-ink-2">{name}</dt>
    <dd className="font-semibold whitespace-nowrap">{formatGrams(weight, language())}</dd>
  </div>
)

const StateTag = ({ state }: { state: string }) => (
  <Tag tone={isCounted(state) ? 'plain' : 'warn'}>{said(states, state)}</Tag>
)

function Wide({ rows }: { rows: ProofBar[] }) {
  const heads = [
    m.proof_col_serial(),
    m.proof_col_maker(),
    m.proof_col_kind(),
    m.proof_col_place(),
    m.proof_col_state(),
  ]
  const figures = [m.proof_col_gross(), m.proof_col_fineness(), m.proof_col_fine()]
  return (
    <table className="tbl mt-4 max-md:hidden">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {figures.map((head) => (
            <th key={head} scope="col" className="r">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ serial, maker, kind, place, state, gross, fineness, fine }) => (
          <tr key={`${maker} ${serial}`}>
            <td className={serial.startsWith('#') ? 'font-mono text-[13px]' : 'font-semibold'}>{shortOf(serial)}</td>
            <td>{maker}</td>
            <td>{said(kinds, kind)}</td>
            <td>{placeOf(place)}</td>
            <td>
              <StateTag state={state} />
            </td>
            <td className="r">{formatGrams(gross, language())}</td>
            <td className="r">{formatFineness(fineness, language())}</td>
            <td className={`r font-semibold ${isCounted(state) ? '' : 'text-ink-2 line-through'}`}>
              {formatGrams(fine, language())}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Narrow({ rows }: { rows: ProofBar[] }) {
  return (
    <ul className="mt-4 md:hidden">
      {rows.map(({ serial, maker, kind, place, state, fineness, fine }) => (
        <li key={`${maker} ${serial}`} className="border-b border-line py-3">
          <p className="flex justify-between gap-4">
            <span className={serial.startsWith('#') ? 'font-mono text-[13px]' : 'font-semibold'}>
              {shortOf(serial)}
            </span>
            <span className={`whitespace-nowrap ${isCounted(state) ? '' : 'text-ink-2 line-through'}`}>
              {formatGrams(fine, language())}
            </span>
          </p>
          <p className="small flex justify-between gap-4 text-ink-2">
            <span>{[maker, said(kinds, kind), placeOf(place)].join(' · ')}</span>
            <span className="whitespace-nowrap">
              {isCounted(state) ? formatFineness(fineness, language()) : said(states, state)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
