/** The quote of a large trade, its open price, and what was settled. */
import type { OfficeRequestView } from '../../../business/office-contract.ts'
import { buyerWords, taxWords } from '../../../business/pages/business-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/figures.tsx'
import { formatBps } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'
import { useTimes } from '../../kit/pages/use-office.ts'

export function TradeFacts({ request }: { request: OfficeRequestView }) {
  const { moment } = useTimes()
  const { offer, price, settled, agreed, currency, contract, request_id } = request
  if (!offer) return null
  const figures = settled ?? price
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <section className="office-panel grid gap-3" aria-label={m.office_business_the_quote()}>
      <h2 className="font-semibold">{m.office_business_the_quote()}</h2>
      <Facts
        facts={[
          {
            label: request.side === 'buy' ? m.office_business_over_spot() : m.office_business_under_spot(),
            value: formatBps(offer.bps, language()),
          },
          { label: m.office_business_buyer_checked(), value: buyerWords[offer.buyer_kind]() },
          ...(offer.letter_until ? [{ label: m.office_business_letter_seen(), value: offer.letter_until }] : []),
          { label: m.business_quote_until(), value: moment(offer.valid_until) },
          { label: m.office_business_openings_left(), value: String(offer.openings_left) },
          ...(price && !settled ? [{ label: m.office_business_open_until(), value: moment(price.expires_at) }] : []),
          ...(figures
            ? [
                { label: m.business_per_gram(), value: money(figures.price) },
                { label: m.business_gold(), value: money(figures.amount) },
                { label: m.business_tax(), value: money(figures.tax) },
                { label: m.office_business_total(), value: money(figures.total) },
              ]
            : []),
          ...(agreed && !settled
            ? [
                { label: m.office_business_total(), value: money(agreed.total) },
                { label: m.business_deposit(), value: money(agreed.deposit) },
                { label: m.business_rest(), value: money(agreed.rest) },
                { label: m.business_pay_by(), value: moment(agreed.pay_by) },
              ]
            : []),
          ...(agreed?.closed
            ? [
                { label: m.business_close_price(), value: money(agreed.closed.price) },
                { label: m.business_difference(), value: money(agreed.closed.difference) },
                { label: m.business_kept(), value: money(agreed.closed.kept) },
                { label: m.business_claim(), value: money(agreed.closed.claim) },
              ]
            : []),
          ...(settled ? [{ label: m.office_business_trade(), value: settled.trade_number }] : []),
          ...(contract ? [{ label: m.office_business_contract(), value: contract }] : []),
        ]}
      />
      {price && !settled && <p className="small text-ink-2">{taxWords[price.tax_reason]()}</p>}
      {contract && (
        <div>
          <Button
            kind="ghost"
            size="s"
            onClick={() => void officeDownload('/business/contract', { request_id }).catch(() => null)}
          >
            <Icon name="download-simple" />
            {m.business_contract_download()}
          </Button>
        </div>
      )}
    </section>
  )
}
