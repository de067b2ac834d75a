/** Why a payment was declined, in the member's words. */
import * as m from '../../locale/paraglide/messages.js'

const words: Record<string, () => string> = {
  card_declined: m.payments_decline_card_declined,
  insufficient_funds: m.payments_decline_insufficient_funds,
  challenge_failed: m.payments_decline_challenge_failed,
}

export const declineWords = (reason: string | null): string => (words[reason ?? ''] ?? m.payments_decline_unsaid)()
