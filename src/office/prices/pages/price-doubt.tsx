/** The alarm of the page of prices: why nothing is sold, and what the reader may decide about it. */
import * as m from '../../../locale/paraglide/messages.js'
import { settings } from '../../../settings.ts'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/figures.tsx'
import { formatDecimal } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import type { PricesView, QuarantineView } from '../price-contract.ts'
import { lastOf, type Sources } from './source-chart.tsx'

const ruleWords = {
  jump: m.office_prices_rule_jump,
  creep: () =>
    m.office_prices_rule_creep({ percent: formatDecimal(String(settings.price.creepBps / 100), language()) }),
  mismatch: m.office_prices_rule_mismatch,
}

type Props = { sources: Sources; reload: () => Promise<void> }

export function PriceAlarms({ desk, ...rest }: Props & { desk: PricesView }) {
  const { moment } = useTimes()
  return (
    <>
      {desk.failing_since && (
        <p className="mt-4 border-l-2 border-down pl-3" role="alert">
          {m.office_prices_feed_lost({ at: moment(desk.failing_since) })}
        </p>
      )}
      {desk.quarantine && <Doubt doubt={desk.quarantine} {...rest} />}
    </>
  )
}

function Doubt({ doubt, sources, reload }: Props & { doubt: QuarantineView }) {
  const { moment } = useTimes()
  const { newest, rule, moves, opened_at } = doubt
  const amount = (text: string, currency: string) => money({ amount: text, currency })
  return (
    <section className="panel mt-4 border-l-2 border-down p-5" role="alert" aria-labelledby="price-doubt">
      <h2 id="price-doubt" className="text-lg font-semibold">
        {m.office_prices_alarm_quarantine()}
      </h2>
      <p className="mt-1">
        {ruleWords[rule]()} <span className="text-ink-2">{m.office_prices_alarm_since({ at: moment(opened_at) })}</span>
      </p>
      <ul className="mt-3 grid gap-1">
        {moves.map(({ currency, from, to, percent }) => (
          <li key={currency}>
            {m.office_prices_moved({
              currency,
              from: amount(from, currency),
              to: amount(to, currency),
              percent: `${percent.startsWith('-') ? '' : '+'}${formatDecimal(percent, language())}`,
            })}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-2">
        {m.office_prices_newest({ spot: formatDecimal(newest.spot_usd, language()), at: moment(newest.source_at) })}
      </p>
      {sources && <SecondSource sources={sources} />}
      {rule === 'mismatch' && <p className="mt-3">{m.office_prices_mismatch_ends()}</p>}
      <Decision doubt={doubt} reload={reload} />
    </section>
  )
}

/** What speaks for or against the doubted price. */
function SecondSource({ sources }: { sources: NonNullable<Sources> }) {
  const { moment } = useTimes()
  const last = lastOf(sources, 'second')
  return (
    <p className="text-ink-2">
      {last
        ? m.office_prices_second_says({ spot: formatDecimal(last.spot_usd, language()), at: moment(last.at) })
        : m.office_prices_second_silent()}
    </p>
  )
}

function Decision({ doubt, reload }: Pick<Props, 'reload'> & { doubt: QuarantineView }) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const spot = formatDecimal(doubt.newest.spot_usd, language())
  const accept = () =>
    ask({
      title: m.office_prices_accept(),
      text: doubt.takes_two ? m.office_prices_accept_two_text({ spot }) : m.office_prices_accept_text({ spot }),
      confirm: doubt.takes_two ? m.office_prices_spread_ask() : m.office_prices_accept(),
      tone: 'danger',
      run: (reason) =>
        officePost(
          '/prices/acceptLevel',
          { quarantine_id: doubt.id, tick_id: doubt.newest.tick_id, reason },
          { quiet: true },
        ),
      done: m.office_prices_accept_done(),
    })
  const reject = () =>
    ask({
      title: m.office_prices_reject(),
      text: m.office_prices_reject_text(),
      confirm: m.office_prices_reject(),
      run: (reason) => officePost('/prices/rejectLevel', { quarantine_id: doubt.id, reason }, { quiet: true }),
      done: m.office_prices_reject_done(),
    })
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {may('prices.accept') && (
        <Button kind="danger" size="s" onClick={accept}>
          {m.office_prices_accept()}
        </Button>
      )}
      {may('prices.reject') && doubt.rule !== 'mismatch' && (
        <Button kind="ghost" size="s" onClick={reject}>
          {m.office_prices_reject()}
        </Button>
      )}
      {dialog}
    </div>
  )
}
