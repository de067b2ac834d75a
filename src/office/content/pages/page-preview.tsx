/** A page as its readers would get it, from what is typed now: drawn by what draws it for them. */
import { type MouseEvent, useState } from 'react'
import { ContactView } from '../../../community/pages/contact-view.tsx'
import { type PageSlug, type PageTexts, shownPage } from '../../../content/page-rules.ts'
import { AboutView } from '../../../content/pages/about-view.tsx'
import { PrivacyView } from '../../../content/pages/privacy-view.tsx'
import * as m from '../../../locale/paraglide/messages.js'
import type { SettingValue } from '../../../stores/setting-rules.ts'
import { serverNow } from '../../../ui/clock.ts'
import { Seg } from '../../../ui/seg.tsx'
import { languageNames } from '../../kit/pages/language-words.ts'
import type { PageView } from '../content-contract.ts'

type Code = keyof typeof languageNames
type Props = { slug: PageSlug; texts: PageTexts; own: string; page: PageView; choices: Code[] }

export function PagePreview({ slug, texts, own, page, choices }: Props) {
  const [asked, setAsked] = useState<Code>(choices[0] ?? 'id')
  const shown = shownPage(texts, { house: page.house as SettingValue<'house'>, asked, own })
  return (
    <section className="grid gap-4 border-t border-line pt-5" aria-label={m.office_content_preview()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{m.office_content_preview()}</h2>
        <Seg
          label={m.office_content_page_preview_language()}
          value={asked}
          choices={choices.map((each) => [each, languageNames[each]] as const)}
          onChange={setAsked}
        />
      </div>
      <div className="panel overflow-hidden px-5 pb-8 md:px-10" onClickCapture={stay}>
        {slug === 'about' && <AboutView page={shown} asked={asked} />}
        {slug === 'contact' && <ContactView page={shown} asked={asked} />}
        {slug === 'privacy' && (
          <PrivacyView page={{ ...shown, updated_at: new Date(serverNow()).toISOString() }} asked={asked} />
        )}
      </div>
    </section>
  )
}

/** Links within the page still lead to their section. */
function stay(event: MouseEvent) {
  const link = (event.target as Element).closest('a')
  if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
}
