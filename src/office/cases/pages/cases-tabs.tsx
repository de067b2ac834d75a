import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'

export const CasesTabs = ({ at }: { at: 'queue' | 'lists' }) => (
  <nav aria-label={m.office_cases_title()} className="office-tabs">
    <Link to="/admin/cases" aria-current={at === 'queue' ? 'page' : undefined}>
      {m.office_cases_queue()}
    </Link>
    <Link to="/admin/cases/lists" aria-current={at === 'lists' ? 'page' : undefined}>
      {m.office_cases_lists()}
    </Link>
  </nav>
)
