/** What can be wrong with a proof of backing, by name; docs/proof.md says what each means, and verify/proof.py uses the same names. */
export const faultNames = [
  'no_keys',
  'keys_malformed',
  'keys_differ',
  'days_malformed',
  'day_overdue',
  'file_missing',
  'note_malformed',
  'note_unsigned',
  'note_elsewhere',
  'signature_wrong',
  'breach_unsaid',
  'previous_differs',
  'day_number_differs',
  'not_after_the_day_before',
  'commitment_malformed',
  'commitment_unsigned',
  'commitment_differs',
  'commitment_late',
  'request_malformed',
  'request_unsigned',
  'roots_differ',
  'shard_size',
  'shard_unsorted',
  'tag_twice',
  'wrong_shard',
  'amount_too_large',
  'sum_too_large',
  'shard_sum_differs',
  'shard_root_differs',
  'root_differs',
  'liabilities_differ',
  'bars_changed',
  'bars_malformed',
  'bar_twice',
  'bar_counted',
  'assets_differ',
  'bar_in_two_stores',
  'member_missing',
  'member_incomplete',
  'member_differs',
] as const
export type FaultName = (typeof faultNames)[number]

export class Fault extends Error {
  readonly fault: FaultName
  readonly detail: string
  constructor(fault: FaultName, detail = '') {
    super(detail ? `${fault}: ${detail}` : fault)
    this.fault = fault
    this.detail = detail
  }
}
