/** How the house is reached, as readers and the preview of the office see it; the form and the counters stand beside it. */
import type { ReactNode } from 'react'
import type { WrittenPageView } from '../../content/contract.ts'
import { Article } from '../../content/pages/article.tsx'
import { Facts } from '../../content/pages/facts.tsx'
import { OtherLanguage } from '../../content/pages/other-language.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { PageHead } from '../../ui/page-head.tsx'

type Props = { page: Omit<WrittenPageView, 'updated_at'>; asked: string; form?: ReactNode; counters?: ReactNode }

export const ContactView = ({ page, asked, form, counters }: Props) => (
  <>
    <div lang={page.language}>
      <PageHead title={page.title} lead={page.lead}>
        <OtherLanguage shown={page.language} asked={asked} />
      </PageHead>
    </div>
    <div className="grid gap-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-20">
      {form}
      <div className="grid content-start gap-12">
        <section aria-labelledby="reach">
          <h2 id="reach" className="h2 mb-4">
            {m.community_contact_reach()}
          </h2>
          <div lang={page.language} className="grid gap-4">
            {page.facts.length > 0 && <Facts facts={page.facts} />}
            <Article blocks={page.body} small />
          </div>
        </section>
        {counters}
      </div>
    </div>
  </>
)
