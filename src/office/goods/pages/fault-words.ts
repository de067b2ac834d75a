/** What is wrong with a line, and what to do about it. */

import * as m from '../../../locale/paraglide/messages.js'
import type { ImportProblem } from '../import-rules.ts'

type Told = { column: string; value: string; told: string }
const words: Record<ImportProblem, (fault: Told) => string> = {
  unreadable: m.office_goods_fault_unreadable,
  too_many_cells: m.office_goods_fault_too_many_cells,
  no_lines: m.office_goods_fault_no_lines,
  too_many_lines: m.office_goods_fault_too_many_lines,
  column_missing: m.office_goods_fault_column_missing,
  column_twice: m.office_goods_fault_column_twice,
  code_unknown: m.office_goods_fault_code_unknown,
  code_twice: m.office_goods_fault_code_twice,
  not_percent: m.office_goods_fault_not_percent,
  not_count: m.office_goods_fault_not_count,
  below_promised: m.office_goods_fault_below_promised,
  has_numbers: m.office_goods_fault_has_numbers,
  no_numbers: m.office_goods_fault_no_numbers,
  seen_unreadable: m.office_goods_fault_seen_unreadable,
  not_a_day: m.office_goods_fault_not_a_day,
  supplier_missing: m.office_goods_fault_supplier_missing,
  not_amount: m.office_goods_fault_not_amount,
  not_yes_no: m.office_goods_fault_not_yes_no,
  not_a_serial: m.office_goods_fault_not_a_serial,
  mistyped: m.office_goods_fault_mistyped,
  other_maker: m.office_goods_fault_other_maker,
  no_number: m.office_goods_fault_no_number,
  wrong_form: m.office_goods_fault_wrong_form,
  wrong_range: m.office_goods_fault_wrong_range,
  twice: m.office_goods_fault_twice,
  known: m.office_goods_fault_known,
}

export const faultText = (fault: {
  problem: ImportProblem
  column?: string
  value: string
  told: string | null
}): string => words[fault.problem]({ column: fault.column ?? '', value: fault.value, told: fault.told ?? '' })
