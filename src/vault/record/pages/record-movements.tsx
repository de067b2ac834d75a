/** The movements of the choice, the newest first; each opens to what stands behind it. */
import { Fragment, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { dataOf, get } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { momentOf } from '../../../ui/clock.ts'
import { money } from '../../../ui/figures.tsx'
import { formatClock, formatDay, formatGrams } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { signOf, wordsOf } from '../../pages/movement-words.ts'
import { isNothing } from '../../pages/typed-amount-rules.ts'
import type { MovementView, RecordSumsView, RecordView } from '../record-contract.ts'
import { signed } from './amounts.ts'
import { MovementDetails } from './movement-details.tsx'
import type { Chosen } from './record-choice.ts'

type Props = { first: RecordView; sums: RecordSumsView; chosen: Chosen }

/** Pages follow one another below; what was posted after the first was read stands on top of the next reading. */
export function Movements({ first, sums, chosen }: Props) {
  const [pages, setPages] = useState([first])
  const [busy, setBusy] = useState(false)
  const next = pages.at(-1)?.next
  async function more() {
    setBusy(true)
    try {
      const page = await dataOf(get<RecordView>('/trade/record', { ...chosen.query, cursor: next ?? '' }))
      setPages([...pages, page])
    } catch {
      // Said in a toast; what is shown stays, and the button is there for another try.
    } finally {
      setBusy(false)
    }
  }
  const movements = pages.flatMap((page) => page.movements)
  if (movements.length === 0)
    return <p className="mt-5 border-y border-line py-8 text-ink-2">{m.vault_record_none()}</p>
  const shown = { currency: first.currency, asset: chosen.asset }
  const opening = next || chosen.kind ? null : { gold: sums.gold.opening, money: sums.money.opening }
  return (
    <div className="mt-5">
      <Table movements={movements} shown={shown} opening={opening} />
      <List movements={movements} shown={shown} opening={opening} />
      {next && (
        <div className="mt-5">
          <Button kind="ghost" busy={busy} onClick={() => void more()}>
            {m.vault_record_more()}
          </Button>
        </div>
      )}
    </div>
  )
}

type Shown = { currency: string; asset: Chosen['asset'] }
type Rows = { movements: MovementView[]; shown: Shown; opening: { gold: string; money: string } | null }

function useWriting({ currency }: Shown) {
  const { store } = useShell()
  const grams = (text: string) => formatGrams(text, language())
  const cash = (amount: string) => money({ amount, currency })
  return {
    ...{ grams, cash },
    gold: (amount: string) => (isNothing(amount) ? null : signed(amount, grams)),
    money: (amount: string) => (isNothing(amount) ? null : signed(amount, cash)),
    day: (at: string) => formatDay(momentOf(at), store.time_zone, language()),
    clock: (at: string) => formatClock(momentOf(at), store.time_zone, language()),
  }
}
type Writing = ReturnType<typeof useWriting>

const titleOf = ({ kind, gold, money: cash }: MovementView) => wordsOf({ kind, gold: signOf(gold), cash: signOf(cash) })

/** What tells one from others of its kind, in a word. */
const below = (one: MovementView, write: Writing): string | null =>
  one.price ? m.vault_average_value({ price: write.cash(one.price) }) : (one.other ?? one.note ?? one.number)

function useOpen() {
  const [open, setOpen] = useState<string | null>(null)
  return { open, toggle: (id: string) => setOpen(open === id ? null : id) }
}

function Table({ movements, shown, opening }: Rows) {
  const write = useWriting(shown)
  const { open, toggle } = useOpen()
  const [hasGold, hasMoney] = [shown.asset !== 'money', shown.asset !== 'gold']
  return (
    <table className="tbl hidden lg:table">
      <thead>
        <tr>
          <th scope="col">{m.vault_record_date()}</th>
          <th scope="col">{m.vault_record_movement()}</th>
          {hasGold && <Heads of={[m.vault_record_gold(), m.vault_record_gold_balance()]} />}
          {hasMoney && <Heads of={[m.vault_record_money(), m.vault_record_money_balance()]} />}
          <th className="w-8" />
        </tr>
      </thead>
      <tbody>
        {movements.map((one) => (
          <Fragment key={one.movement_id}>
            <tr data-movement={one.kind}>
              <td>
                {write.day(one.at)}
                <span className="fine block text-ink-2">{write.clock(one.at)}</span>
              </td>
              <td className="max-w-[240px] whitespace-normal!">
                <span className="block font-semibold">{titleOf(one).name()}</span>
                <span className="fine block break-words text-ink-2">{below(one, write)}</span>
              </td>
              {hasGold && <Figures moved={write.gold(one.gold)} balance={write.grams(one.balance.gold)} />}
              {hasMoney && <Figures moved={write.money(one.money)} balance={write.cash(one.balance.money)} />}
              <td className="r">
                <Opener one={one} isOpen={open === one.movement_id} onToggle={toggle} />
              </td>
            </tr>
            {open === one.movement_id && (
              <tr>
                <td colSpan={(hasGold ? 2 : 0) + (hasMoney ? 2 : 0) + 3} className="pt-0! whitespace-normal!">
                  <MovementDetails one={one} currency={shown.currency} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
        {opening && (
          <tr className="text-ink-2">
            <td />
            <td>{m.vault_record_opening()}</td>
            {hasGold && <Figures moved="" balance={write.grams(opening.gold)} />}
            {hasMoney && <Figures moved="" balance={write.cash(opening.money)} />}
            <td />
          </tr>
        )}
      </tbody>
    </table>
  )
}

const Heads = ({ of }: { of: string[] }) =>
  of.map((name) => (
    <th key={name} scope="col" className="r">
      {name}
    </th>
  ))

const Figures = ({ moved, balance }: { moved: string | null; balance: string }) => (
  <>
    <td className="r font-semibold tabular-nums">{moved ?? <span className="font-normal text-ink-3">–</span>}</td>
    <td className="r text-ink-2 tabular-nums">{balance}</td>
  </>
)

type Opened = { one: MovementView; isOpen: boolean; onToggle: (id: string) => void }

const Opener = ({ one, isOpen, onToggle }: Opened) => {
  const words = { name: titleOf(one).name() }
  return (
    <button
      type="button"
      className="-m-3 grid size-11 place-items-center text-ink-2 hover:text-ink"
      aria-expanded={isOpen}
      aria-label={isOpen ? m.vault_record_close(words) : m.vault_record_open(words)}
      onClick={() => onToggle(one.movement_id)}
    >
      <Icon name={isOpen ? 'caret-up' : 'caret-down'} size="s" />
    </button>
  )
}

/** On a phone each movement is a row of two lines and its balances. */
function List({ movements, shown, opening }: Rows) {
  const write = useWriting(shown)
  const { open, toggle } = useOpen()
  const balances = (of: { gold: string; money: string }) => {
    if (shown.asset === 'gold') return write.grams(of.gold)
    if (shown.asset === 'money') return write.cash(of.money)
    return m.vault_record_balance_line({ gold: write.grams(of.gold), money: write.cash(of.money) })
  }
  return (
    <ul className="border-t border-line lg:hidden">
      {movements.map((one) => {
        const { name, icon } = titleOf(one)
        const [first, second] = [write.gold(one.gold), write.money(one.money)].filter((text) => text !== null)
        return (
          <li key={one.movement_id} className="border-b border-line py-3.5">
            <div className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-start gap-x-3">
              <span className="grid size-10 place-items-center rounded-full bg-tile">
                <Icon name={icon} />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold break-words">{name()}</span>
                <span className="small block text-ink-2">
                  {write.day(one.at)}, {write.clock(one.at)}
                </span>
              </span>
              <span className="text-right whitespace-nowrap tabular-nums">
                <span className="block font-semibold">{first}</span>
                <span className="small block text-ink-2">{second}</span>
              </span>
              <span className="fine col-start-2 col-end-4 flex items-center justify-between gap-3 text-ink-2">
                {balances(one.balance)}
                <Opener one={one} isOpen={open === one.movement_id} onToggle={toggle} />
              </span>
            </div>
            {open === one.movement_id && <MovementDetails one={one} currency={shown.currency} />}
          </li>
        )
      })}
      {opening && (
        <li className="flex justify-between gap-3 py-3.5 text-ink-2">
          <span>{m.vault_record_opening()}</span>
          <span className="text-right">
            {shown.asset !== 'money' && <span className="block">{write.grams(opening.gold)}</span>}
            {shown.asset !== 'gold' && <span className="block">{write.cash(opening.money)}</span>}
          </span>
        </li>
      )}
    </ul>
  )
}
