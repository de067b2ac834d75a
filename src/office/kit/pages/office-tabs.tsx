import { Link } from 'react-router'

type Tab<At extends string> = { at: At; to: string; name: () => string }

/** Pages that stand beside one another under one heading. */
export const OfficeTabs = <At extends string>({
  label,
  tabs,
  at,
}: {
  label: string
  tabs: readonly Tab<At>[]
  at: At
}) => (
  <nav aria-label={label} className="office-tabs">
    {tabs.map((tab) => (
      <Link key={tab.at} to={tab.to} aria-current={tab.at === at ? 'page' : undefined}>
        {tab.name()}
      </Link>
    ))}
  </nav>
)
