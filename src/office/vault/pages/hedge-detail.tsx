/** One hedge beside the list: what was agreed on, who noted it, and the row that takes it back. */
import { Link } from 'react-router'
import type { HedgeView } from '../../../backing/hedges/hedge-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Grams, Money } from '../../../ui/figures.tsx'
import { sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'

type Props = { hedge: HedgeView; close: () => void; done: () => Promise<void> }

export function HedgeDetail({ hedge, close, done }: Props) {
  const { moment } = useTimes()
  const { side, grams, price, value, currency, counterparty, reference, traded_at, noted_at, by, reason } = hedge
  return (
    <Detail title={hedge.number} aside={counterparty} onClose={close}>
      {hedge.corrects && <p>{m.office_vault_hedge_corrects({ number: hedge.corrects })}</p>}
      {hedge.corrected_by && <p>{m.office_vault_hedge_corrected_by({ number: hedge.corrected_by })}</p>}
      <Correcting hedge={hedge} done={done} />
      <Facts
        facts={[
          {
            label: m.office_vault_hedge_side(),
            value: side === 'buy' ? m.office_vault_hedge_buy() : m.office_vault_hedge_sell(),
          },
          { label: m.office_vault_fine(), value: <Grams weight={grams} /> },
          { label: m.office_vault_hedge_price(), value: <Money amount={price} currency={currency} /> },
          { label: m.office_vault_hedge_value(), value: <Money amount={value} currency={currency} /> },
          { label: m.office_vault_hedge_counterparty(), value: counterparty },
          { label: m.office_vault_hedge_reference(), value: reference },
          { label: m.office_vault_hedge_traded(), value: moment(traded_at) },
          { label: m.office_vault_hedge_noted(), value: `${by}, ${moment(noted_at)}` },
          { label: m.office_reason(), value: reason },
        ]}
      />
    </Detail>
  )
}

function Correcting({ hedge, done }: Pick<Props, 'hedge' | 'done'>) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(done)
  if (hedge.corrects || hedge.corrected_by || !may('vault.hedge')) return null
  if (hedge.second_asked)
    return (
      <p>
        {m.office_vault_hedge_asked()}{' '}
        {may('approvals.see') && (
          <Link to="/admin/approvals?state=waiting" className="link">
            {m.office_approvals()}
          </Link>
        )}
      </p>
    )
  return (
    <div>
      <Button kind="ghost" size="s" onClick={() => ask(takingBack(hedge))}>
        {m.office_vault_hedge_take_back()}
      </Button>
      {dialog}
    </div>
  )
}

function takingBack({ id, number, takes_two }: HedgeView): ReasonedAction {
  const text = m.office_vault_hedge_take_back_text()
  return {
    title: m.office_vault_hedge_take_back_title({ number }),
    text: takes_two ? sentences([text, m.office_give_up_two()], language()) : text,
    confirm: takes_two ? m.office_prices_spread_ask() : m.office_vault_hedge_take_back(),
    tone: 'danger',
    run: (reason) => officePost('/vault/correctHedge', { hedge_id: id, reason }, { quiet: true }),
    done: takes_two ? m.office_give_up_asked() : m.office_vault_hedge_take_back_done({ number }),
  }
}
