/** How a transfer to the house's own account is made: what to copy, and what becomes of it. */
import { CopyButton } from '../../identity/pages/copy-button.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { Steps } from './transfer-way.tsx'

type Way = { bank: string; number: string; holder: string; reference: string }

export function OwnAccount({ way, amount, currency }: { way: Way; amount: string; currency: string }) {
  const shown = money({ amount, currency })
  return (
    <div className="grid gap-5">
      <dl className="grid gap-4 bg-tile p-5">
        <Copied name={m.payments_own_number({ bank: way.bank })} text={way.number} field="number" below={way.holder} />
        <Copied name={m.payments_own_amount()} text={shown} copies={amount} field="amount" />
        <Copied name={m.payments_own_reference()} text={way.reference} field="reference" />
      </dl>
      <Steps
        steps={[
          m.payments_own_step_amount({ amount: shown }),
          m.payments_own_step_reference({ reference: way.reference }),
          m.payments_own_step_name(),
          m.payments_own_step_wait(),
        ]}
      />
      <p className="small text-ink-2">{m.payments_change_note()}</p>
    </div>
  )
}

type CopiedProps = { name: string; text: string; copies?: string; field: string; below?: string }

const Copied = ({ name, text, copies = text, field, below }: CopiedProps) => (
  <div>
    <dt className="small text-ink-2">{name}</dt>
    <dd className="mt-1 flex flex-wrap items-center justify-between gap-3">
      <b className="min-w-0 text-[20px] leading-8 tracking-[0.02em] break-words tabular-nums" data-transfer={field}>
        {text}
      </b>
      <CopyButton text={copies} />
      {below && <span className="small basis-full text-ink-2">{below}</span>}
    </dd>
  </div>
)
