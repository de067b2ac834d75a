/** What staff can do with a listed line of a price window: leave it, or pay what its member was given too little. */
import * as m from '../../../locale/paraglide/messages.js'
import type { WindowSaleView } from '../../../orders/price-windows/window-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/figures.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'

type Line = { sale: WindowSaleView; reload: () => Promise<void> }

export function LineActions({ sale, reload }: Line) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  if (sale.decided)
    return (
      <>
        <Parts sale={sale} />
        <p className="small break-words text-ink-2">{m.office_windows_decided(sale.decided)}</p>
        {sale.state === 'left' && may('prices.difference') && <Pay sale={sale} reload={reload} />}
      </>
    )
  if (sale.state !== 'listed') return null
  const leave = () =>
    ask({
      title: m.office_windows_leave_title(),
      text: m.office_windows_leave_text(),
      confirm: m.office_windows_leave(),
      run: (reason) => officePost('/windows/leave', { kind: sale.kind, id: sale.id, reason }, { quiet: true }),
      done: m.office_windows_left(),
    })
  return (
    <>
      <Parts sale={sale} />
      <div className="mt-1 flex flex-wrap gap-2">
        {may('prices.difference') && <Pay sale={sale} reload={reload} />}
        {may('prices.leave') && (
          <Button kind="ghost" size="s" onClick={leave}>
            {m.office_windows_leave()}
          </Button>
        )}
      </div>
      {dialog}
    </>
  )
}

/** Where what is, or was, paid on top goes. */
function partsOf({ difference, currency }: WindowSaleView): string[] {
  if (!difference) return []
  const said = (amount: string, words: (of: { amount: string }) => string) =>
    /[1-9]/.test(amount) ? [words({ amount: money({ amount, currency }) })] : []
  return [...said(difference.back, m.office_windows_pay_back), ...said(difference.gain, m.office_windows_pay_gain)]
}

function Parts({ sale }: Pick<Line, 'sale'>) {
  const parts = partsOf(sale)
  return parts.length > 0 && <p className="small text-ink-2">{parts.join(' · ')}</p>
}

function Pay({ sale, reload }: Line) {
  const { ask, dialog } = useReasonDialog(reload)
  const { difference, number } = sale
  if (!difference || !number) return null
  if (difference.asked) return <p className="small self-center">{m.office_windows_pay_waits()}</p>
  const pay = () =>
    ask({
      title: m.office_windows_pay_title({ number }),
      text: (
        <>
          {partsOf(sale).map((part) => (
            <span key={part} className="block">
              {part}
            </span>
          ))}
          <span className="mt-2 block">
            {difference.takes_two ? m.office_give_up_two() : m.office_windows_pay_told()}
          </span>
        </>
      ),
      confirm: difference.takes_two ? m.office_prices_spread_ask() : m.office_windows_pay(),
      run: (reason) => officePost('/windows/payDifference', { order_id: sale.id, reason }, { quiet: true }),
      done: difference.takes_two ? m.office_give_up_asked() : m.office_windows_paid({ number }),
    })
  return (
    <>
      <Button kind="ghost" size="s" onClick={pay}>
        {m.office_windows_pay()}
      </Button>
      {dialog}
    </>
  )
}
