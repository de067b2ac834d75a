import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import type { Rates } from '../rates.ts'
import { formatPpm } from './rate-words.ts'

/** The terms, a sentence or two each: what the page shows is what the contract says. */
export function termsOf(rates: Rates, language: 'en-US' | 'id' | 'zh'): string[] {
  const locale = { locale: language }
  const percent = (ppm: number) => formatPpm(ppm, language)
  const withheld = {
    numbered: percent(rates.withheld_ppm),
    unnumbered: percent(rates.withheld_unnumbered_ppm),
  }
  return [
    m.agents_terms_what({}, locale),
    m.agents_terms_commission({ rate: percent(rates.commission_ppm) }, locale),
    m.agents_terms_level({}, locale),
    m.agents_terms_pending({ days: settings.growth.windowDays }, locale),
    m.agents_terms_tax(withheld, locale),
    m.agents_terms_words({}, locale),
    m.agents_terms_clients({}, locale),
    m.agents_terms_end({}, locale),
  ]
}
