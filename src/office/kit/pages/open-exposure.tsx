/** Gold promised at a past price: one number, what it is made of, and how much of each limit is in use. */
import type { OpenExposureView } from '../../../backing/exposure-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { settings } from '../../../settings.ts'
import { formatBps, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'

const partNames = {
  guarantees: m.office_exposure_guarantees,
  unpaid: m.office_exposure_unpaid,
  transfers: m.office_exposure_transfers,
  cancellable: m.office_exposure_cancellable,
  quotes: m.office_exposure_quotes,
  vault_quotes: m.office_exposure_vault_quotes,
  business: m.office_exposure_business,
  gold_back: m.office_exposure_gold_back,
} satisfies Record<OpenExposureView['parts'][number]['part'], () => string>

export function OpenExposure({ exposure }: { exposure: OpenExposureView }) {
  const { total, shop, newcomers, vault_quotes: quotes, business, market, parts } = exposure
  const alarm = shop.alarm || newcomers.alarm || quotes.alarm || business.alarm
  return (
    <section className="office-panel">
      <h2 className="h3 mb-1">{m.office_exposure()}</h2>
      <p className="small mb-3 text-ink-2">{m.office_exposure_text()}</p>
      {market === 'closed' && (
        <p className="small mb-3 font-semibold">
          {m.office_exposure_closed({ percent: formatBps(settings.price.closedLimitBps, language()) })}
        </p>
      )}
      {alarm && (
        <p role="alert" className="mb-3">
          <Tag tone="down">
            {m.office_exposure_alarm({ percent: formatBps(settings.exposure.alarmPercent * 100, language()) })}
          </Tag>
        </p>
      )}
      <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{m.office_exposure_all()}</span>
        <strong className="fig h3">{formatGrams(total, language())}</strong>
      </p>
      <Used name={m.office_exposure_shop()} used={shop} />
      <Used name={m.office_exposure_newcomers()} used={newcomers} />
      <Used name={m.office_exposure_vault_quotes()} used={quotes} />
      <Used name={m.office_exposure_business()} used={business} />
      <dl className="office-facts counts mt-3">
        {parts.map(({ part, grams }) => (
          <div key={part}>
            <dt>{partNames[part]()}</dt>
            <dd>{formatGrams(grams, language())}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Used({ name, used: { open, limit, alarm } }: { name: string; used: OpenExposureView['shop'] }) {
  const grams = (text: string) => formatGrams(text, language())
  return (
    <div className="mb-3">
      <p className="small flex flex-wrap justify-between gap-x-3">
        <span>{name}</span>
        <span className="fig font-semibold">{m.office_exposure_of({ open: grams(open), limit: grams(limit) })}</span>
      </p>
      <meter
        className="office-meter mt-1"
        data-alarm={alarm || undefined}
        aria-label={name}
        min={0}
        max={Number(limit)}
        value={Number(open)}
      />
    </div>
  )
}
