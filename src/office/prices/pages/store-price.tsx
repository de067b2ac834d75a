/** One store's price as it is charged now: its state, its spread, and what the reader may do about them. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/figures.tsx'
import { formatBps } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import type { StorePriceView } from '../price-contract.ts'
import { HaltDialog } from './halt-dialog.tsx'
import type { SpreadMarket } from './spread-dialog.tsx'

type Props = { store: StorePriceView; reload: () => Promise<void>; changeSpread: (market: SpreadMarket) => void }

const tones = { live: 'up', closed: 'plain', stale: 'warn', quarantined: 'down', halted: 'down' } as const
const stateWords = {
  live: m.office_prices_live,
  closed: m.office_prices_closed,
  stale: m.office_prices_stale,
  quarantined: m.office_prices_quarantined,
  halted: m.office_prices_halted,
}

export function StorePrice({ store, reload, changeSpread }: Props) {
  const { moment } = useTimes()
  const { name, state, source_at, prices, spread, halt } = store
  const share = (bps: number) => formatBps(bps, language(), { sign: true })
  return (
    <section className="panel p-5" aria-label={name}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">{name}</h2>
        {state && <Tag tone={tones[state]}>{stateWords[state]()}</Tag>}
        {source_at && <span className="small text-ink-2">{m.office_prices_known({ age: moment(source_at) })}</span>}
      </div>
      {halt && (
        <p className="mt-3 border-l-2 border-down pl-3">
          {m.office_prices_halted_by({ who: halt.halted_by, at: moment(halt.halted_at) })}
          <span className="block text-ink-2">{halt.reason}</span>
          <span className="block">
            {halt.guarantees === 'held' ? m.office_prices_halt_held() : m.office_prices_halt_honoured()}
          </span>
        </p>
      )}
      <div className="mt-3">
        <Facts
          facts={[
            ...prices.map(({ currency, ask: asked, bid }) => ({
              label: m.office_prices_ask_bid({ currency }),
              value: `${money({ amount: asked, currency })} · ${money({ amount: bid, currency })}`,
            })),
            { label: m.office_prices_spread(), value: `${share(spread.ask_bps)} · ${share(spread.bid_bps)}` },
            {
              label: m.office_prices_closed_spread(),
              value: store.closed_spread
                ? `${share(store.closed_spread.ask_bps)} · ${share(store.closed_spread.bid_bps)}`
                : m.office_prices_closed_none(),
            },
            {
              label: m.office_prices_set_by(),
              value: spread.set_at ? `${spread.set_by}, ${moment(spread.set_at)}` : m.office_prices_first(),
            },
          ]}
        />
      </div>
      <Steering store={store} reload={reload} changeSpread={changeSpread} />
    </section>
  )
}

function Steering({ store, reload, changeSpread }: Props) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const [halting, setHalting] = useState(false)
  const { name, halt } = store
  const run = (path: string) => (reason: string) => officePost(path, { store: store.store, reason }, { quiet: true })
  const resuming = () =>
    ask({
      title: m.office_prices_resume_title({ store: name }),
      text: m.office_prices_resume_text(),
      confirm: m.office_prices_resume_confirm(),
      run: run('/prices/resume'),
      done: m.office_prices_resume_done({ store: name }),
    })
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {may('prices.spread') && (
        <>
          <Button kind="ghost" size="s" onClick={() => changeSpread('open')}>
            {m.office_prices_change_spread()}
          </Button>
          <Button kind="ghost" size="s" onClick={() => changeSpread('closed')}>
            {m.office_prices_closed_change()}
          </Button>
        </>
      )}
      {halt
        ? may('prices.resume') && (
            <Button size="s" onClick={resuming}>
              {m.office_prices_resume()}
            </Button>
          )
        : may('prices.halt') && (
            <Button kind="danger" size="s" onClick={() => setHalting(true)}>
              {m.office_prices_halt()}
            </Button>
          )}
      {dialog}
      <HaltDialog store={store} open={halting} close={() => setHalting(false)} reload={reload} />
    </div>
  )
}
