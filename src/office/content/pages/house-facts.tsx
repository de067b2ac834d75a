/** What may stand between braces in a page, and what the house says of it now. */
import { Link } from 'react-router'
import { houseFacts } from '../../../content/page-rules.ts'
import { textIn } from '../../../content/text-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { SettingValue } from '../../../stores/setting-rules.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import type { PageView } from '../content-contract.ts'

export const HouseFacts = ({ page, store }: { page: PageView; store: string }) => (
  <details className="group max-w-3xl border-y border-line">
    <summary className="flex min-h-12 list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
      {m.office_content_page_house()}
      <Icon name="caret-down" className="transition-transform duration-200 group-open:rotate-180" />
    </summary>
    <p className="text-ink-2">
      {m.office_content_page_house_text()}{' '}
      <Link to={`/admin/settings?store=${store}`} className="link">
        {m.office_content_page_house_settings()}
      </Link>
    </p>
    <dl className="office-facts my-4">
      {houseFacts(page.house as SettingValue<'house'>).map(({ name, value }) => (
        <div key={name}>
          <dt className="font-mono">{`{${name}}`}</dt>
          <dd className="break-words">{textIn(value, language()) || m.office_content_page_house_none()}</dd>
        </div>
      ))}
    </dl>
  </details>
)
