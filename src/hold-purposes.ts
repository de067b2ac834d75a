/** What holds are for, by name: a purpose says what happens when its hold ends by itself. None is placed by the product yet. */
import type { HoldPurposes } from './ledger/holds.ts'

export const holdPurposes: HoldPurposes = {}
