/** What is wrong with the lines of a list of bars, whether they come in or are counted. */
import type { BarFault } from '../../../backing/register/bar-list-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'

export const BarFaults = ({ faults }: { faults: BarFault[] }) => (
  <ul className="mt-2 grid gap-1.5" aria-label={m.office_bar_faults()}>
    {faults.map((fault) => (
      <li key={`${fault.line} ${fault.typed}`} className="small break-words text-down">
        <strong className="font-semibold">{m.office_bar_fault_line({ line: fault.line })}</strong>{' '}
        {faultWords[fault.problem]({ value: fault.typed, told: fault.told ?? '' })}
      </li>
    ))}
  </ul>
)

const faultWords: Record<BarFault['problem'], (said: { value: string; told: string }) => string> = {
  no_serial: m.office_bar_fault_no_serial,
  no_weight: m.office_bar_fault_no_weight,
  twice: m.office_bar_fault_twice,
  known: m.office_bar_fault_known,
  no_maker: m.office_bar_fault_no_maker,
  no_fineness: m.office_bar_fault_no_fineness,
  no_year: m.office_bar_fault_no_year,
  no_kind: m.office_bar_fault_no_kind,
  no_seal: m.office_bar_fault_no_seal,
  fine_differs: m.office_bar_fault_fine_differs,
  no_step: m.office_bar_fault_no_step,
  ounces_differ: m.office_bar_fault_ounces_differ,
  column_missing: m.office_bar_fault_column_missing,
  column_twice: m.office_bar_fault_column_twice,
}
