/** What an agent reads of where a slip went. */
import * as m from '../../locale/paraglide/messages.js'
import { formatGrams, sentences } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { SlipView } from '../commissions/commission-contract.ts'

const fellWords = {
  too_small: m.agents_fell_too_small,
  level: m.agents_fell_level,
  agreement: m.agents_fell_agreement,
  disputed: m.agents_fell_disputed,
}

export function wentSentence({ to, grams, account, fell_back: why }: SlipView['went'], keepsBalance: boolean): string {
  if (to === 'vault' && grams) return m.agents_went_vault({ grams: formatGrams(grams, language()) })
  if (to === 'account') return m.agents_went_account({ account: account ?? '–' })
  const usual = keepsBalance ? m.agents_went_usual_cash() : m.agents_went_usual_account()
  return why ? sentences([`${usual}.`, fellWords[why]()], language()) : usual
}
