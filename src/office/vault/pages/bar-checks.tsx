/** Ticks bars of a list. */
import * as m from '../../../locale/paraglide/messages.js'
import { Checkbox, FieldError } from '../../../ui/fields.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

type Choice = { id: string; serial: string; maker: string; fine: string }
type Props = {
  legend: string
  bars: Choice[]
  chosen: string[]
  choose: (ids: string[]) => void
  empty: string
  error?: string | undefined
}

export function BarChecks({ legend, bars, chosen, choose, empty, error }: Props) {
  const total = bars.length
  return (
    <fieldset>
      <legend className="mb-1 text-[15px] font-semibold">{legend}</legend>
      {total === 0 && <p className="small text-ink-2">{empty}</p>}
      {total > 0 && (
        <div className="max-h-72 overflow-y-auto rounded-xl border border-line px-4 py-2">
          {bars.map(({ id, serial, maker, fine }) => (
            <Checkbox
              key={id}
              label={
                <span className="flex flex-wrap justify-between gap-x-4">
                  <span className="min-w-0">
                    <span className="tabular-nums">{serial}</span> <span className="text-ink-2">{maker}</span>
                  </span>
                  <span className="fig">{formatGrams(fine, language())}</span>
                </span>
              }
              checked={chosen.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                choose(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
        </div>
      )}
      <p className="small mt-1 text-ink-2" aria-live="polite">
        {total > 0 && m.office_vault_bars_chosen({ n: chosen.length, total })}
      </p>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
