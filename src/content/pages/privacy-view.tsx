/** The privacy notice, as readers and the preview of the office see it. */
import * as m from '../../locale/paraglide/messages.js'
import { formatDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useShell } from '../../ui/shell-data.ts'
import type { WrittenPageView } from '../contract.ts'
import { Article } from './article.tsx'
import { Facts } from './facts.tsx'
import { OtherLanguage } from './other-language.tsx'
import { Beside, Contents } from './written-contents.tsx'

export function PrivacyView({ page, asked }: { page: WrittenPageView; asked: string }) {
  const { store } = useShell()
  return (
    <div className="printed" lang={page.language}>
      <PageHead title={page.title} lead={page.lead}>
        <p className="small mt-3 text-ink-2">
          {m.content_page_updated({ date: formatDay(Date.parse(page.updated_at), store.time_zone, language()) })}
        </p>
        <OtherLanguage shown={page.language} asked={asked} />
      </PageHead>
      <div className="grid gap-10 border-t border-line pt-8 lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-16">
        <Beside>
          <Contents blocks={page.body} />
        </Beside>
        <div className="grid content-start gap-8">
          {page.facts.length > 0 && <Facts facts={page.facts} />}
          <Article blocks={page.body} />
        </div>
      </div>
    </div>
  )
}
