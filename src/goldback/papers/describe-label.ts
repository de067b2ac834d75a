/** What is stuck on a parcel that a courier collects. It says neither gold nor what it is worth: whoever sees it must not know. */
import * as m from '../../locale/paraglide/messages.js'
import { type Paper, sellerOf } from '../../papers/paper-rules.ts'
import type { Store } from '../../stores/stores.ts'
import { addressLine, type CaseAddress } from '../case-address.ts'

type Label = { number: string; store: Store; language: Paper['language']; issuedAt: Date; from: CaseAddress }

export function describeLabel({ number, store, language, issuedAt, from }: Label): Paper {
  const locale = { locale: language }
  const [, ...to] = sellerOf(store)
  return {
    ...{ layout: 1, language, issuedAt: issuedAt.toISOString(), title: m.goldback_label_title({}, locale), number },
    ...{ brand: '', seller: [], facts: [], lines: [], columns: ['', '', '', ''], amounts: [], total: null },
    parties: [
      { title: m.goldback_label_to({}, locale), lines: [m.goldback_label_desk({}, locale), ...to.slice(0, 1)] },
      { title: m.goldback_label_from({}, locale), lines: [from.recipient, addressLine(from), from.mobile] },
    ],
    checks: {
      ...{ title: m.goldback_label_scan({}, locale), text: m.goldback_label_scan_text({}, locale), pageUrl: number },
      pieces: [{ serial: number, url: number }],
    },
    notes: [],
  }
}
