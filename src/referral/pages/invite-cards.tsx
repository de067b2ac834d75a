/** The member's cards: drawn by the shop, saved with a press. */
import { useState } from 'react'
import { languages, type SpokenLanguage } from '../../locale/languages.ts'
import * as m from '../../locale/paraglide/messages.js'
import { language } from '../../ui/language.ts'
import { Seg } from '../../ui/seg.tsx'
import { type CardFormat, cardFile, cardSizes } from '../invite-card-rules.ts'

const names: Record<SpokenLanguage, string> = { id: 'Indonesia', 'en-US': 'English', zh: '中文' }
const formats: [Exclude<CardFormat, 'wide'>, () => string][] = [
  ['square', m.referral_card_square],
  ['story', m.referral_card_story],
]

export function InviteCards({ code }: { code: string }) {
  const [spoken, setSpoken] = useState(language() as SpokenLanguage)
  return (
    <section className="mt-12" aria-labelledby="cards">
      <h2 className="h3" id="cards">
        {m.referral_cards()}
      </h2>
      <p className="mt-2 text-ink-2">{m.referral_cards_lead()}</p>
      <Seg
        className="mt-4"
        label={m.referral_cards_language()}
        value={spoken}
        choices={languages.map((one) => [one, names[one]])}
        onChange={setSpoken}
      />
      <ul className="mt-5 flex flex-wrap items-end gap-5">
        {formats.map(([format, name]) => {
          const file = cardFile({ code, language: spoken, format })
          return (
            <li key={format}>
              <a href={`/img/invite/${file}`} download={file} className="group grid gap-2">
                <img
                  src={`/img/invite/${file}`}
                  alt=""
                  {...cardSizes[format]}
                  className="h-auto w-36 rounded-control border border-line md:w-44"
                />
                <span className="small font-medium group-hover:text-nila">{name()}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
