/** Quick choices of a price or a change. */
import * as m from '../../locale/paraglide/messages.js'
import { divideDown } from '../../money/money.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'

/** A round figure that is so far from the price, cut to four significant digits. */
export function stepFrom(now: string, bps: bigint, currency: string): string {
  const level = (minorOf(now, currency) * (10_000n + bps)) / 10_000n
  const unit = 10n ** BigInt(Math.max(0, String(level).length - 4))
  return wireMoney(divideDown(level + (bps > 0n ? unit - 1n : 0n), unit) * unit, currency)
}

type Chip = { name: string; value: string }

export const Chips = ({
  choices,
  value,
  onChoose,
}: {
  choices: Chip[]
  value: string
  onChoose: (value: string) => void
}) => (
  <fieldset className="-mt-2 flex flex-wrap gap-2">
    <legend className="sr-only">{m.vault_alert_quick()}</legend>
    {choices.map((chip) => (
      <button
        key={chip.name}
        type="button"
        className="chip"
        aria-pressed={chip.value === value}
        onClick={() => onChoose(chip.value)}
      >
        {chip.name}
      </button>
    ))}
  </fieldset>
)
