import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

type Tab<At extends string> = { at: At; to: string; name: () => string }

/** Pages that stand beside one another under one heading. Where they are wider than the screen, the one that is open is in sight. */
export function OfficeTabs<At extends string>({
  label,
  tabs,
  at,
}: {
  label: string
  tabs: readonly Tab<At>[]
  at: At
}) {
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    open.current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <nav aria-label={label} className="office-tabs">
      {tabs.map((tab) => (
        <Link
          key={tab.at}
          ref={tab.at === at ? open : undefined}
          to={tab.to}
          aria-current={tab.at === at ? 'page' : undefined}
        >
          {tab.name()}
        </Link>
      ))}
    </nav>
  )
}
